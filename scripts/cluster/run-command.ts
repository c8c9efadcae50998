import { spawnSync } from 'node:child_process'
import { isStale } from '../build/stamp.mjs'
import { type Cluster, startCluster } from './cluster.ts'
import { ensureEngines } from './parts/engines.ts'

/** Shared by both commands: engines, a build, a cluster, and cleanup, also after Ctrl-C. */
export async function withCluster(command: string, work: (cluster: Cluster) => Promise<number>) {
  ensureEngines(command)
  if (isStale() && spawnSync('node', ['scripts/build.mjs'], { stdio: 'inherit' }).status !== 0) process.exit(1)
  const interruption = new AbortController()
  let cluster: Cluster | undefined
  const end = (status: number) => {
    interruption.abort(new Error('interrupted'))
    void cluster?.stop().then(() => process.exit(status))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(130))
  process.on('uncaughtException', (error) => {
    console.error(error)
    end(1)
  })
  let status = 1
  try {
    cluster = await startCluster((line) => console.log(line), interruption.signal)
    status = await work(cluster)
  } catch (error) {
    console.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await cluster?.stop()
  }
  process.exit(interruption.signal.aborted ? 130 : status)
}
