import { join } from 'node:path'
import { createApp } from './app.ts'
import { listStoredFiles } from './backups.ts'
import { nightlyBackupJob } from './platform/backup/nightly.ts'
import { publishClientFiles, sweepClientFiles } from './platform/client-files/client-files.ts'
import { minutes } from './platform/clock.ts'
import type { ServerOptions } from './platform/http/server.ts'
import type { ShutdownLimits } from './platform/http/shutdown.ts'
import { sweep as sweepIdempotencyKeys } from './platform/idempotency/idempotency.ts'
import { type JobKind, startJobs } from './platform/jobs/queue.ts'
import type { Worker } from './platform/jobs/worker.ts'
import type { Signal } from './platform/live/bus.ts'
import { LiveHub } from './platform/live/hub.ts'
import { listen } from './platform/live/listener.ts'
import { startDelivery } from './platform/mail/deliver.ts'
import { openTransport } from './platform/mail/transports/open-transport.ts'
import type { OpenPlatform } from './platform/open-platform.ts'
import type { Platform } from './platform/platform.ts'
import { projectFolder } from './platform/project.ts'
import { startTracing } from './platform/tracing/tracing.ts'
import { slices } from './slices.ts'

type QueueName = 'mails' | 'files' | 'jobs'

type Options = {
  /** Parts to leave out: queues that a test drives itself, or pages while they are being built. */
  without?: (QueueName | 'pages')[]
  onUnlisted?: ServerOptions['onUnlisted']
  limits?: ServerOptions['limits']
}

export type Product = {
  app: ReturnType<typeof createApp>
  hub: LiveHub
  /** Resolves once signals of other processes arrive. */
  hearing: Promise<void>
  stop(limits?: ShutdownLimits): Promise<void>
}

/**
 * Connects the parts: database signals, caches, live streams, workers and the HTTP server. The server process and the
 * tests share it; the caller makes `app` listen, and closes the platform after `stop`.
 */
export function startProduct(
  { platform, listenUrl }: Omit<OpenPlatform, 'close'>,
  { without = [], onUnlisted, limits }: Options = {},
): Product {
  const { log, signals } = platform
  const hub = new LiveHub()
  const start: Record<QueueName, () => Worker[]> = {
    mails: () => [deliverMails(platform)],
    files: () => slices.flatMap(({ startWorker }) => startWorker?.(platform) ?? []),
    jobs: () => [startJobs(platform, [...jobKinds, ...scheduleBackups(platform, listenUrl)])],
  }
  const names = Object.keys(start) as QueueName[]
  const workers = names.filter((name) => !without.includes(name)).flatMap((name) => start[name]())

  function hear(signal: Signal) {
    signals.receive(signal)
    hub.receive(signal)
  }
  let heard = () => {}
  const hearing = new Promise<void>((resolve) => {
    heard = resolve
  })
  const listener = listen({
    url: listenUrl,
    log,
    onSignal: hear,
    onConnected: () => {
      // Signals may have been missed before the connection.
      hear({ topics: ['everything'], outbox: true, files: true, jobs: true })
      hub.refreshAll()
      heard()
    },
  })
  signals.connect(listener)
  const tracing = startTracing(platform)
  const folder = without.includes('pages') ? '' : clientFolder()
  const app = createApp({ platform, hub, clientFolder: folder, onUnlisted, limits, tracing })

  /** Stops requests first, then background work, then the listener that announces for both. */
  async function stop(limits?: ShutdownLimits) {
    hub.close()
    await app.shutDown(limits)
    await Promise.all([platform.background.stop(), ...workers.map((worker) => worker.stop())])
    await listener.close()
    await tracing?.stop()
  }
  return { app, hub, hearing, stop }
}

const clientFolder = () => join(projectFolder(), 'dist/client')

/** Runs before the server answers its first request. */
export async function prepareSlices(platform: Platform) {
  for (const { prepare } of slices) await prepare?.(platform)
}

/** For nodes of another release that serve beside this one, and for tabs that outlive it. */
export const publishOwnFiles = (platform: Platform) => publishClientFiles(platform, clientFolder())

function deliverMails(platform: Platform): Worker {
  const transport = openTransport(platform.config)
  const delivery = startDelivery(platform, transport)
  platform.signals.on(({ outbox }) => {
    if (outbox) delivery.wake()
  })
  return {
    wake: delivery.wake,
    async stop() {
      await delivery.stop()
      transport.close()
    },
  }
}

const scheduleBackups = ({ config }: Platform, url: string): JobKind[] =>
  config.backupDir ? [nightlyBackupJob({ url, listFiles: listStoredFiles })] : []

const sweep = (kind: string, run: JobKind['run']): JobKind => ({ kind, everyMs: minutes(10), run })

/** All background jobs. Sweeps delete expired data and finish work that a crash interrupted. */
const jobKinds: JobKind[] = [
  ...slices.flatMap(({ jobs = [] }) => jobs),
  ...slices.flatMap(({ sweeps = {} }) => Object.entries(sweeps)).map(([kind, run]) => sweep(kind, run)),
  sweep('sweep-idempotency-keys', sweepIdempotencyKeys),
  sweep('sweep-client-files', (platform) => sweepClientFiles(platform, clientFolder())),
]
