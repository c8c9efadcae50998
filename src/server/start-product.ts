import { join } from 'node:path'
import { createApp } from './app.ts'
import { cancellationMailJob } from './features/attendee-mails/event-cancellation/event-cancellation.ts'
import { moveMailJob } from './features/attendee-mails/event-moves/event-moves.ts'
import { messageMailJob } from './features/attendee-mails/messages/messages.ts'
import { remindAttendeesJob } from './features/attendee-mails/reminders/reminders.ts'
import { sweep as sweepAttendeeMails } from './features/attendee-mails/service.ts'
import * as auth from './features/auth/service.ts'
import { fillNameKeys } from './features/companies/names/fill-name-keys.ts'
import { countTeamSizes, countTeamSizesJob } from './features/companies/team-sizes/counting.ts'
import { startPreparing } from './features/files/preparing/prepare.ts'
import { sweep as sweepUploads } from './features/files/removing/removal.ts'
import { mailTopThreeJob } from './features/leaderboard/notices/top-three.ts'
import { createSendPushesJob } from './features/notifications/push/send-pushes.ts'
import { sweepNotificationsJob } from './features/notifications/sweep.ts'
import { keepErased } from './features/privacy/service.ts'
import { sweep as sweepDrafts } from './features/proofs/drafts/sweep.ts'
import { expireFixes, expireFixJob } from './features/proofs/fixes/expire.ts'
import { mailApprovalsJob } from './features/proofs/notices/approved.ts'
import { mailClosingsJob } from './features/proofs/notices/closings.ts'
import { sweep as sweepProofs } from './features/proofs/retention/retention.ts'
import { sweep as sweepRegistrations } from './features/registrations/retention/retention.ts'
import { offerPlacesJob } from './features/registrations/waiting-list/waiting-list.ts'
import { makeReportBatchJob } from './features/reports/batches/batches.ts'
import { makeReportJob } from './features/reports/make.ts'
import { sweep as sweepReports } from './features/reports/service.ts'
import { mailOpeningsJob } from './features/tasks/notices/openings.ts'
import { announceTaskTimesJob } from './features/tasks/service.ts'
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
import { listStoredFiles } from './stored-files.ts'

type QueueName = 'mails' | 'files' | 'jobs'

type Options = {
  /** Queues that a test works on by itself, or not at all; pages where they are being built. */
  without?: (QueueName | 'pages')[]
  onUnlisted?: ServerOptions['onUnlisted']
  limits?: ServerOptions['limits']
}

export type Product = {
  app: ReturnType<typeof createApp>
  hub: LiveHub
  /** When signals of other processes arrive for the first time. */
  hearing: Promise<void>
  stop(limits?: ShutdownLimits): Promise<void>
}

/**
 * Connects the parts: database signals, caches, live streams, workers and the HTTP server. The server process and the tests use
 * the same connections; whoever calls it lets `app` listen and closes the platform after `stop`.
 */
export function startProduct(
  { platform, listenUrl }: Omit<OpenPlatform, 'close'>,
  { without = [], onUnlisted, limits }: Options = {},
): Product {
  const { log, signals } = platform
  const hub = new LiveHub()
  const start: Record<QueueName, () => Worker> = {
    mails: () => deliverMails(platform),
    files: () => startPreparing(platform),
    jobs: () => startJobs(platform, [...jobKinds, ...scheduleBackups(platform, listenUrl)]),
  }
  const names = Object.keys(start) as QueueName[]
  const workers = names.filter((name) => !without.includes(name)).map((name) => start[name]())

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
      // Anything may have happened before.
      hear({ topics: ['everything'], outbox: true, files: true, jobs: true })
      hub.refreshAll()
      heard()
    },
  })
  signals.connect(listener)
  const tracing = startTracing(platform)
  const folder = without.includes('pages') ? '' : clientFolder()
  const app = createApp({ platform, hub, clientFolder: folder, onUnlisted, limits, tracing })

  /** What people ask for ends first, then the work behind it, then what both announce through. */
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

/** For processes of another release that serve beside this one, and for tabs that outlive it. */
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

/** Everything that is done later. Sweeps delete what has had its time, and finish what a crash cut off. */
const jobKinds: JobKind[] = [
  sweep('sweep-sessions-and-limits', auth.sweep),
  sweep('sweep-proof-files', sweepProofs),
  sweep('sweep-drafts', sweepDrafts),
  sweep('expire-fixes', expireFixes),
  sweep('sweep-team-sizes', countTeamSizes),
  sweep('fill-name-keys', fillNameKeys),
  sweep('sweep-registrations', sweepRegistrations),
  sweep('sweep-attendee-mails', sweepAttendeeMails),
  sweep('sweep-uploads', sweepUploads),
  sweepNotificationsJob,
  sweep('sweep-idempotency-keys', sweepIdempotencyKeys),
  sweep('sweep-client-files', (platform) => sweepClientFiles(platform, clientFolder())),
  sweep('sweep-reports', sweepReports),
  sweep('keep-erased', keepErased),
  expireFixJob,
  countTeamSizesJob,
  announceTaskTimesJob,
  mailOpeningsJob,
  mailClosingsJob,
  mailApprovalsJob,
  mailTopThreeJob,
  createSendPushesJob(),
  cancellationMailJob,
  moveMailJob,
  messageMailJob,
  offerPlacesJob,
  remindAttendeesJob,
  makeReportJob,
  makeReportBatchJob,
]
