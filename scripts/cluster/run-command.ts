import buildIfStale from '../build-if-stale.mjs'
import { installCommand, installMissing } from '../rig/packages.mjs'
import { type Cluster, startCluster } from './cluster.ts'

/** Shared by both commands: engines, a build, a cluster, and cleanup, also after Ctrl-C. */
export async function withCluster(command: string, work: (cluster: Cluster) => Promise<number>) {
  ensureEngines(command)
  buildIfStale()
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

/** As root on Debian, installs missing engines; elsewhere names them and exits: neither success nor a failed test. */
function ensureEngines(command: string) {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  const missing = isRoot ? installMissing() : []
  if (isRoot && missing.length === 0) return
  console.error(
    isRoot
      ? `${command} needs ${missing.join(', ')}: ${installCommand(missing)}`
      : `${command} needs root on Debian: it starts PostgreSQL, postfix and nginx as their own users.`,
  )
  process.exit(3)
}
