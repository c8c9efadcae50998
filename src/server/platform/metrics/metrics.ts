import { Counter, Gauge, Registry } from 'prom-client'
import type { QueueState } from '../jobs/metrics.ts'
import { AnswerTimes } from './answer-times.ts'

/** The metrics of one server. Each has a separate registry, because tests run many servers in one process. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const answers = new AnswerTimes()
  registry.registerMetric(answers.asMetric())
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  return {
    registry,
    answers,
    responses: new Counter({
      name: 'http_responses_total',
      help: 'Answers by their status',
      labelNames: ['status'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [status, count] of answers.byStatus) this.inc({ status }, count)
      },
    }),
    jobAttempts: new Counter({
      name: 'job_attempts_total',
      help: 'Attempts of this process at work in its queues, by how they ended',
      labelNames: ['queue', 'kind', 'result'],
      registers: [registry],
    }),
    policyReports: new Counter({
      name: 'policy_reports_total',
      help: 'What browsers reported that the content security policy kept out',
      labelNames: ['directive'],
      registers: [registry],
    }),
    uptime: gauge('process_uptime_seconds', 'How long this process has been running'),
    liveStreams: gauge('live_streams', 'Open live streams of this process'),
    partReady: gauge('part_ready', 'Whether a part answers, as GET /api/readyz says it', ['part']),
    queues: createQueueGauges(gauge),
    proofsWaiting: gauge('proofs_waiting_for_review', 'Proofs that wait for a reviewer'),
    proofsOldest: gauge('proofs_waiting_for_review_oldest_seconds', 'How long the oldest of them has waited'),
    backupArchives: gauge('backup_archives', 'Nightly backups that are kept'),
    backupAge: gauge('backup_age_seconds', 'How old the newest nightly backup is'),
    backupSize: gauge('backup_size_bytes', 'How large the newest nightly backup is'),
    backupTime: gauge('backup_last_success_timestamp_seconds', 'When the newest nightly backup was made'),
    diskAvailable: gauge('data_disk_available_bytes', 'What can still be written to the disk of DATA_DIR'),
    diskSize: gauge('data_disk_size_bytes', 'How large the disk of DATA_DIR is'),
    poolConnections: gauge('database_pool_connections', 'Connections to the database, in use or idle', ['state']),
    poolWaiting: gauge('database_pool_waiting_requests', 'Statements and transactions that wait for a connection'),
  }
}

type CreateGauge = (name: string, help: string, labelNames: ('queue' | 'kind')[]) => Gauge<'queue' | 'kind'>

function createQueueGauges(gauge: CreateGauge) {
  const labels: ('queue' | 'kind')[] = ['queue', 'kind']
  return {
    waiting: gauge('jobs_waiting', 'Work that waits', labels),
    scheduled: gauge('jobs_scheduled', 'Work whose time has not come', labels),
    running: gauge('jobs_running', 'Work that is being done', labels),
    failed: gauge('jobs_failed', 'Work whose last attempt failed, or that was given up', labels),
    oldestSeconds: gauge('jobs_oldest_seconds', 'How long the oldest has been due and not done', labels),
  }
}

/** Resets the gauges while the database does not answer: an old number would be misleading. */
export function setQueues({ queues }: Metrics, states: QueueState[]) {
  for (const gauge of Object.values(queues)) gauge.reset()
  for (const { queue, kind, ...state } of states) {
    const labels = kind ? { queue, kind } : { queue }
    queues.waiting.set(labels, state.waiting)
    if (state.scheduled !== undefined) queues.scheduled.set(labels, state.scheduled)
    queues.running.set(labels, state.running)
    queues.failed.set(labels, state.failed)
    queues.oldestSeconds.set(labels, Math.round(state.oldestSeconds))
  }
}

/** Removes an unknown value. */
export function setOrRemove(gauge: Gauge, value: number | undefined) {
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}
