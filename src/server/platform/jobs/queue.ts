import { after, minutes } from '../clock.ts'
import type { Tx } from '../database/client.ts'
import { notify } from '../live/publish.ts'
import { requestIdOf, withRequestId } from '../log/request-platform.ts'
import type { Platform } from '../platform.ts'
import { retryDelayMs } from './backoff.ts'
import { errorText } from './error-text.ts'
import type { QueueState } from './metrics.ts'
import * as store from './store.ts'
import { type Queue, startWorker, type Worker } from './worker.ts'

/** The implementation of a job kind. It may run twice if a process is killed before it records the end. */
export type JobKind = {
  kind: string
  /** The interval of a recurring job: one process at a time runs it, and one run replaces all missed ones. */
  everyMs?: number
  run(platform: Platform, key: string, stopping: AbortSignal): Promise<void>
}

type NewJob = { kind: string; key?: string; runAt?: Date; priority?: number }

/** Runs after the transaction commits, or never. Retries with backoff until it succeeds. */
export async function enqueue(tx: Tx, { runAt, ...job }: NewJob, now: Date) {
  await store.insert(tx, { ...job, runAt: runAt ?? now, requestId: requestIdOf(tx) }, now)
  await notify(tx, { jobs: true })
}

export function startJobs(platform: Platform, kinds: JobKind[], { pollEveryMs = 5_000 } = {}): Worker {
  const worker = startWorker(platform, { ...createJobQueue(platform, kinds), pollEveryMs })
  platform.signals.on(({ jobs }) => {
    if (jobs) worker.wake()
  })
  return worker
}

const backoff = { firstMs: minutes(0.25), maxMs: minutes(10) }

function createJobQueue(platform: Platform, kinds: JobKind[]): Omit<Queue<store.Job>, 'pollEveryMs'> {
  const { clock, log } = platform
  const byName = new Map(kinds.map((one) => [one.kind, one]))
  let scheduling: Promise<void> | undefined
  return {
    name: 'jobs',
    kindOf: ({ kind }) => kind,
    // Few in parallel, because requests of people have priority.
    maxConcurrent: 2,
    pauseBetweenBatchesMs: 0,
    async lease(tx, limit, { canTakeOver }) {
      scheduling ??= schedule(platform, kinds).catch((error) => {
        scheduling = undefined
        throw error
      })
      await scheduling
      return store.lease(tx, { kinds: [...byName.keys()], limit, canTakeOver }, clock.now())
    },
    renew: store.renewLease,
    async run(job, { lease, stopping }) {
      const kind = byName.get(job.kind)
      if (!kind) throw new Error(`No job is called ${job.kind}`)
      try {
        await kind.run(forJob(platform, job), job.key, AbortSignal.any([lease.signal, stopping]))
      } catch (error) {
        // A job that a shutdown interrupted has not failed; the next process continues at once.
        if (stopping.aborted) return (tx) => store.release(tx, job)
        throw error
      }
      // Log requested jobs only, not the recurring ones.
      if (job.requestId) log.info(describeJob(job), 'job done')
      const now = clock.now()
      const { everyMs } = kind
      return (tx) => (everyMs ? store.reschedule(tx, job, after(now, everyMs), now) : store.remove(tx, job))
    },
    fail(job, error) {
      log.warn({ err: error, ...describeJob(job), attempt: job.attempts }, 'a job failed')
      const runAt = after(clock.now(), retryDelayMs(job.attempts, backoff))
      return (tx) => store.postpone(tx, job, runAt, errorText(error))
    },
  }
}

/** Binds the job's log lines and new jobs to its request. */
const forJob = (platform: Platform, { requestId }: store.Job) =>
  requestId ? withRequestId(platform, requestId) : platform

const describeJob = ({ kind, key, requestId }: store.Job) => ({ kind, key, requestId: requestId ?? undefined })

/** Inserts the recurring kinds, due after one interval. */
async function schedule({ db, clock }: Platform, kinds: JobKind[]) {
  const now = clock.now()
  const first = kinds.flatMap(({ kind, everyMs }) => (everyMs ? [{ kind, runAt: after(now, everyMs) }] : []))
  if (first.length > 0) await db.transaction((tx) => store.insertMissing(tx, first, now))
}

export async function measureJobs({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<QueueState[]> {
  const kinds = await store.stateOfKinds(db, clock.now())
  return kinds.map((state) => ({ queue: 'jobs', ...state }))
}
