import { statfs } from 'node:fs/promises'
import { listArchives } from '../../backup/archive/archive-names.ts'
import { connectionOf } from '../../database/client.ts'
import { poolWaitsName, poolWaitsOf } from '../../database/pool-waits.ts'
import type { QueueState } from '../../jobs/metrics.ts'
import type { LiveHub } from '../../live/hub.ts'
import { setOrRemove, setQueues } from '../../metrics/metrics.ts'
import { processMetrics } from '../../metrics/process-metrics.ts'
import type { Platform } from '../../platform.ts'

type WaitingProofs = { waiting: number; oldestSeconds: number }
export type Measures = {
  queues: () => Promise<QueueState[]>
  proofs: () => Promise<WaitingProofs>
  /** Readiness of each part by its name. */
  parts: () => Promise<Record<string, boolean>>
}

type Parts = {
  platform: Platform
  hub: LiveHub
  measures: Measures
  withinPatience: <T>(work: Promise<T>) => Promise<T>
}

/** Collects all Prometheus metrics at each scrape. */
export function createReadMetrics({ platform, hub, measures, withinPatience }: Parts): () => Promise<string> {
  const { metrics } = platform
  const pool = connectionOf(platform.db)
  const ofProcess = processMetrics()
  const waits = 'totalCount' in pool ? poolWaitsOf(pool) : undefined
  if (waits) {
    // A second server on the same platform, as in some tests, reports its pool.
    metrics.registry.removeSingleMetric(poolWaitsName)
    metrics.registry.registerMetric(waits)
  }
  // Without the database the process still reports its metrics.
  const orUndefined = <T>(work: Promise<T>): Promise<T | undefined> => withinPatience(work).catch(() => undefined)

  function setPool() {
    if (!('totalCount' in pool)) return
    metrics.poolConnections.set({ state: 'idle' }, pool.idleCount)
    metrics.poolConnections.set({ state: 'in-use' }, pool.totalCount - pool.idleCount)
    metrics.poolWaiting.set(pool.waitingCount)
  }

  return async () => {
    const [queues, proofs, parts, disk] = await Promise.all([
      orUndefined(measures.queues()),
      orUndefined(measures.proofs()),
      measures.parts(),
      orUndefined(statfs(platform.config.dataDir)),
      orUndefined(setBackups(platform)),
    ])
    setQueues(metrics, queues ?? [])
    setOrRemove(metrics.proofsWaiting, proofs?.waiting)
    setOrRemove(metrics.proofsOldest, proofs && Math.round(proofs.oldestSeconds))
    setOrRemove(metrics.diskAvailable, disk && disk.bavail * disk.bsize)
    setOrRemove(metrics.diskSize, disk && disk.blocks * disk.bsize)
    for (const [part, isReady] of Object.entries(parts)) metrics.partReady.set({ part }, isReady ? 1 : 0)
    metrics.uptime.set(Math.floor(process.uptime()))
    metrics.liveStreams.set(hub.size)
    setPool()
    return (await metrics.registry.metrics()) + (await ofProcess.metrics())
  }
}

/** Removes the gauges without scheduled backups. */
async function setBackups({ config, clock, metrics }: Platform) {
  const archives = config.backupDir ? await listArchives(config) : undefined
  const newest = archives?.[0]
  setOrRemove(metrics.backupArchives, archives?.length)
  setOrRemove(metrics.backupAge, newest && Math.round((clock.now().getTime() - newest.madeAt.getTime()) / 1000))
  setOrRemove(metrics.backupSize, newest?.bytes)
  setOrRemove(metrics.backupTime, newest && newest.madeAt.getTime() / 1000)
}
