import { spawnSync } from 'node:child_process'
import { isStale } from '../build/stamp.mjs'
import { type Cluster, startCluster } from './cluster.ts'
import { ensureEngines } from './parts/engines.ts'

/** What both commands share: engines, a build, a cluster, and an end of everything, also after Ctrl-C. */
export async function withCluster(command: string, work: (cluster: Cluster) => Promise<number>) {
  ensureEngines(command)
  if (isStale() && spawnSync('node', ['scripts/build.mjs'], { stdio: 'inherit' }).status !== 0) process.exit(1)
  let isInterrupted = false
  let cluster: Cluster | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isInterrupted = true
      void cluster?.stop().then(() => process.exit(130))
    })
  }
  let status = 1
  try {
    cluster = await startCluster((line) => console.log(line))
    if (!isInterrupted) status = await work(cluster)
  } catch (error) {
    console.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await cluster?.stop()
  }
  process.exit(isInterrupted ? 130 : status)
}
