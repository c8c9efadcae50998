import pg from 'pg'
import { readInbox } from '../../../src/server/platform/mail/testing/read-mail.ts'
import { until } from '../../rig/processes.ts'
import type { Cluster } from '../cluster.ts'
import type { Write } from './acknowledged.ts'

/** Each acknowledged registration must cause one email: counts mailboxes with none and with duplicates. */
export async function compareMails({ mail, databaseUrl }: Cluster, acknowledged: readonly Write[]) {
  const addresses = acknowledged.filter(({ kind }) => kind === 'registration').map(({ key }) => key)
  const doubled = new Set<string>()
  let missing = addresses
  const look = async () => {
    const empty: string[] = []
    for (const address of missing) {
      const ids = (await readInbox(mail.imapPort, address, 'pass')).map(({ messageId }) => messageId)
      if (ids.length === 0) empty.push(address)
      if (new Set(ids).size < ids.length) doubled.add(address)
    }
    missing = empty
    return empty.length === 0
  }
  // Retry delays grow; a mailbox still empty after this counts as lost. Duplicates arrive later, so the queue must
  // drain first.
  const isQueueEmpty = async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client
      .query(`select 1 from outbox where state = 'queued' limit 1`)
      .finally(() => client.end())
    return rows.length === 0
  }
  await until('an empty queue', isQueueEmpty, { seconds: 240, every: 2_000 }).catch(() => undefined)
  await until('every email', look, { seconds: 60, every: 2_000 }).catch(() => undefined)
  const lost = missing.length
  missing = addresses
  await look()
  return { lost, doubled: doubled.size }
}
