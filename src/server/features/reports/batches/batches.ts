import type { ReportBatch } from '#contract/reports/endpoints.ts'
import * as analytics from '#server/features/analytics/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import { hours } from '#server/platform/clock.ts'
import { brokenUniqueness } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { enqueue, type JobKind } from '#server/platform/jobs/queue.ts'
import { countAttempt } from '#server/platform/limits/limits.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { makeReport } from '../make.ts'
import * as reports from '../store.ts'
import * as store from './batches-store.ts'

const makeReportBatch = 'make-report-batch'
/** Runs after jobs that a person waits for. */
const priority = 5
const latestCount = 5
const batchLimit = { name: 'report-batch', most: 10, within: hours(1) }

type RequestedPeriod = { from?: string; to?: string }

/** Enqueues the batch and answers at once, because it may have thousands of reports. */
export async function create(platform: Platform, actor: Actor, requested: RequestedPeriod): Promise<ReportBatch> {
  const { db, clock } = platform
  const now = clock.now()
  const period = await analytics.fillPeriod(platform, requested)
  const creating = db.transaction(async (tx) => {
    await countAttempt(tx, batchLimit, actor.userId, now)
    const { id } = await store.insert(tx, { ...period, requestedBy: actor.userId, createdAt: now })
    const companies = await reports.insertForAllCompanies(tx, {
      batchId: id,
      period,
      requestedBy: actor.userId,
      now,
    })
    if (companies === 0) throw new Problem('report-batch-without-companies')
    await enqueue(tx, { kind: makeReportBatch, key: id, priority }, now)
    await logAudit(tx, actor, now, {
      action: 'made and emailed reports for',
      subject: 'all companies',
      subjectId: id,
      after: { ...period, companies },
    })
    await publish(tx, 'administrators', 'reports')
    return findOrThrow(tx, id)
  })
  return creating.catch(refuseSecond)
}

export const list = ({ db }: Platform): Promise<ReportBatch[]> => store.listLatest(db, latestCount).then(toReplies)

/** Retries failed reports only; an emailed company already has its report. */
export async function retry({ db, clock }: Platform, id: string): Promise<ReportBatch> {
  const now = clock.now()
  const retrying = db.transaction(async (tx) => {
    if (!(await store.lock(tx, id))) throw new Problem('not-found')
    if ((await reports.startBatchAgain(tx, id)) > 0) {
      await store.setFinishedAt(tx, id, null)
      await enqueue(tx, { kind: makeReportBatch, key: id, priority }, now)
      await publish(tx, 'administrators', 'reports')
    }
    return findOrThrow(tx, id)
  })
  return retrying.catch(refuseSecond)
}

export const makeReportBatchJob: JobKind = { kind: makeReportBatch, run: makeAll }

/** Makes the reports one after another and commits each, so a retry after a crash continues with the next. */
async function makeAll(platform: Platform, batchId: string, stopping: AbortSignal) {
  const { db, clock } = platform
  for (let id = await reports.findUnfinished(db, batchId); id; id = await reports.findUnfinished(db, batchId)) {
    await makeReport(platform, id, stopping)
    stopping.throwIfAborted()
  }
  await db.transaction(async (tx) => {
    await store.setFinishedAt(tx, batchId, clock.now())
    await publish(tx, 'administrators', 'reports')
  })
}

async function findOrThrow(db: Parameters<typeof store.find>[0], id: string): Promise<ReportBatch> {
  const [batch] = toReplies([await store.find(db, id)])
  if (!batch) throw new Problem('not-found')
  return batch
}

type Found = Awaited<ReturnType<typeof store.find>>

const toReplies = (found: Found[]): ReportBatch[] =>
  found.flatMap((batch) =>
    batch
      ? [{ ...batch, createdAt: batch.createdAt.toISOString(), finishedAt: batch.finishedAt?.toISOString() ?? null }]
      : [],
  )

/** The unique index refuses the second of two concurrent batches. */
function refuseSecond(error: unknown): never {
  if (brokenUniqueness(error) === 'report_batches_under_way') throw new Problem('report-batch-under-way')
  throw error
}
