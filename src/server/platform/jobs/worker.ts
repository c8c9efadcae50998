import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '../database/client.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'
import type { Platform } from '../platform.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import { keepLease, type Lease, leaseSeconds } from './lease.ts'
import { createWakeSignal } from './wake-signal.ts'

/** What is written once a job has ended; retried while the database is away. */
export type Outcome = (tx: Tx) => Promise<unknown>

type JobContext = {
  lease: Lease
  /** Aborted when the process stops: long jobs end here and leave the rest to the next attempt. */
  stopping: AbortSignal
}

/** Rows of a table that wait for work. The table keeps `leased_until` and a token that only one attempt has. */
export type Queue<Job> = {
  /** In the plural, for logs and metrics: "mails wait for the database". */
  name: string
  kindOf(job: Job): string
  maxConcurrent: number
  pauseBetweenBatchesMs: number
  /** Only for wake signals that were missed and for jobs whose time has come. */
  pollEveryMs: number
  /** What all jobs of the queue depend on. While it is away, one job at a time finds out whether it is back. */
  dependency?: CircuitBreaker
  lease(tx: Tx, limit: number, options: { canTakeOver: boolean }): Promise<Job[]>
  /** False when the lease belongs to somebody else. */
  renew(tx: Tx, job: Job): Promise<boolean>
  run(job: Job, context: JobContext): Promise<Outcome | undefined>
  fail(job: Job, error: unknown): Outcome | undefined
}

export type Worker = {
  wake(): void
  /** Takes no new jobs, and waits for those under way until the deadline. What is left then is free when its lease ends. */
  stop(): Promise<void>
}

export type WorkerPlatform = Pick<Platform, 'db' | 'log'> & Partial<Pick<Platform, 'metrics'>>

/** Works on a queue until stopped. Any number of processes may do so side by side. */
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
      // In the outage nobody could renew a lease: everybody has the time of one to do so.
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

  /** Retried while the database is away: forgetting that a job was done means doing it twice. */
  async function record(job: Job, outcome: Outcome) {
    for (;;) {
      try {
        await db.transaction(outcome)
        return database.succeed()
      } catch (error) {
        if (stopping.signal.aborted || !isDatabaseUnavailable(error)) {
          const about = { err: error, queue: queue.name, kind: queue.kindOf(job) }
          return log.error(about, 'the outcome of a job could not be recorded')
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
 * Whether this process had little time to spare since it was last asked: then jobs wait and people do not. Its own work leaves emails at a
 * quarter of the time; people who register one batch after the other take more than half, since the database has its turns between.
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
