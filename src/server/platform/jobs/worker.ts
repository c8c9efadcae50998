import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '../database/client.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'
import type { Platform } from '../platform.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import { keepLease, type Lease, leaseSeconds } from './lease.ts'
import { createWakeSignal } from './wake-signal.ts'

/** Writes the result of a job; retried while the database is away. */
export type Outcome = (tx: Tx) => Promise<unknown>

type JobContext = {
  lease: Lease
  /** Aborted when the process stops: long jobs end and leave the rest to the next attempt. */
  stopping: AbortSignal
}

/** A queue in a table, with a column `leased_until` and a unique token per attempt. */
export type Queue<Job> = {
  /** Plural, for logs and metrics: "mails wait for the database". */
  name: string
  kindOf(job: Job): string
  maxConcurrent: number
  pauseBetweenBatchesMs: number
  /** Polling covers missed wake signals and jobs that become due. */
  pollEveryMs: number
  /** A service that all jobs of the queue need. While it is away, one job at a time probes it. */
  dependency?: CircuitBreaker
  lease(tx: Tx, limit: number, options: { canTakeOver: boolean }): Promise<Job[]>
  /** False if another process holds the lease. */
  renew(tx: Tx, job: Job): Promise<boolean>
  run(job: Job, context: JobContext): Promise<Outcome | undefined>
  fail(job: Job, error: unknown): Outcome | undefined
}

export type Worker = {
  wake(): void
  /** Takes no new jobs, and waits for running ones until the deadline. The rest is free when its lease ends. */
  stop(): Promise<void>
}

export type WorkerPlatform = Pick<Platform, 'db' | 'log'> & Partial<Pick<Platform, 'metrics'>>

/** Works on a queue until stopped. Several processes may run in parallel. */
export function startWorker<Job>(platform: WorkerPlatform, queue: Queue<Job>, { stopWithinMs = 10_000 } = {}): Worker {
  const { db, log } = platform
  const signal = createWakeSignal()
  const running = new Map<Promise<void>, Lease>()
  const stopping = new AbortController()
  const isBusy = watchEventLoop()
  let takeOverFrom = 0
  const database = createCircuitBreaker({
    maxRetryMs: 5_000,
    onOpen: (error) => log.warn({ err: error }, `${queue.name} wait for the database`),
    onClose: () => {
      // Nobody could renew a lease during the outage; wait one lease before taking over.
      takeOverFrom = performance.now() + leaseSeconds * 1000
      log.info(`${queue.name} have the database back`)
    },
  })

  async function work() {
    while (!stopping.signal.aborted) {
      const waitMs = Math.max(database.retryInMs(), queue.dependency?.retryInMs() ?? 0)
      const freeSlots = (queue.dependency?.isOpen() ? 1 : queue.maxConcurrent) - running.size
      if (waitMs === 0 && freeSlots > 0 && (await startDue(freeSlots)) > 0)
        await pause(queue.pauseBetweenBatchesMs * (isBusy() ? 10 : 1))
      await signal.waitUpTo(waitMs || queue.pollEveryMs)
    }
  }

  async function startDue(limit: number): Promise<number> {
    try {
      const canTakeOver = !database.isOpen() && performance.now() >= takeOverFrom
      const jobs = await db.transaction((tx) => queue.lease(tx, limit, { canTakeOver }))
      database.succeed()
      for (const job of jobs) start(job)
      return jobs.length
    } catch (error) {
      database.fail(error)
      signal.wake()
      return 0
    }
  }

  function start(job: Job) {
    const lease = keepLease(platform, (tx) => queue.renew(tx, job))
    const attempt = runAndRecord(job, lease).finally(() => {
      lease.stop()
      running.delete(attempt)
      signal.wake()
    })
    running.set(attempt, lease)
  }

  async function runAndRecord(job: Job, lease: Lease) {
    let outcome: Outcome | undefined
    let result: 'succeeded' | 'failed' = 'succeeded'
    try {
      outcome = await queue.run(job, { lease, stopping: stopping.signal })
    } catch (error) {
      result = 'failed'
      outcome = queue.fail(job, error)
    }
    platform.metrics?.jobAttempts.inc({ queue: queue.name, kind: queue.kindOf(job), result })
    if (outcome) await record(job, outcome)
  }

  /** Retries while the database is away: a lost outcome means doing the job twice. */
  async function record(job: Job, outcome: Outcome) {
    for (;;) {
      try {
        await db.transaction(outcome)
        return database.succeed()
      } catch (error) {
        if (stopping.signal.aborted || !isDatabaseUnavailable(error)) {
          const details = { err: error, queue: queue.name, kind: queue.kindOf(job) }
          return log.error(details, 'the outcome of a job could not be recorded')
        }
        database.fail(error)
        await pause(database.retryInMs())
      }
    }
  }

  const working = work()
  return {
    wake: signal.wake,
    async stop() {
      stopping.abort(new Error('The server stops'))
      signal.wake()
      const ended = working.then(() => Promise.all(running.keys()))
      await Promise.race([ended, pause(stopWithinMs, undefined, { ref: false })])
      for (const lease of running.values()) lease.stop()
    },
  }
}

/**
 * True if the event loop was mostly busy since the last call; then jobs pause, because people have priority. Sending
 * emails alone uses a quarter of the time; continuous batches of registrations use more than half.
 */
function watchEventLoop() {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization > 0.5
  }
}
