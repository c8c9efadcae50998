import type { Cluster } from '../cluster.ts'

export type DescribedCluster = {
  url: string
  nodes: string[]
  imapPort: number
  /** Host and port of the file store. */
  store: string
  /** A connection to the primary, for counts in tests. */
  databaseUrl: string
}

/** Serialises all addresses for the test process. */
export function describeCluster({ proxy, product, mail, lines, databaseUrl }: Cluster): string {
  const described: DescribedCluster = {
    url: proxy.url,
    nodes: product.nodes.map(({ url }) => url),
    imapPort: mail.imapPort,
    store: `127.0.0.1:${lines.store.port}`,
    databaseUrl,
  }
  return JSON.stringify(described)
}

export function readCluster(): DescribedCluster {
  const text = process.env.TEST_CLUSTER
  if (!text) throw new Error('TEST_CLUSTER is missing: run `npm run test:cluster`')
  return JSON.parse(text) as DescribedCluster
}
