import type { ReportNumbers } from '#contract/reports/numbers.ts'
import type { Tx } from '#server/platform/database/client.ts'
import type { JobKind } from '#server/platform/jobs/queue.ts'
import { publish, publishDebounced } from '#server/platform/live/publish.ts'
import { post } from '#server/platform/mail/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { makeFile, removeFile } from './files.ts'
import { reportMail } from './mail.ts'
import { gatherNumbers } from './numbers/numbers.ts'
import * as store from './store.ts'

/** After this many attempts the report has failed, and a person decides on a retry. */
export const mostAttempts = 3

export const makeReportJob: JobKind = { kind: 'make-report', run: makeReport }

/** Makes a report; does nothing if it is finished or deleted. Throws when the job should be retried later. */
export async function makeReport(platform: Platform, id: string, stopping: AbortSignal) {
  const { db, log } = platform
  const report = await db.transaction((tx) => store.beginAttempt(tx, id))
  if (!report) return
  try {
    // Earlier attempts recorded no failure, so their process died.
    if (report.attempts > mostAttempts) throw new Error('every attempt to make this report was cut off')
    await draw(platform, report, stopping)
  } catch (error) {
    if (stopping.aborted) {
      await db.transaction((tx) => store.forgetAttempt(tx, id))
      throw error
    }
    if (report.attempts < mostAttempts) throw error
    log.error({ err: error, report: id }, 'a report could not be made')
    await db.transaction((tx) => fail(tx, platform, report))
  }
}

async function draw(platform: Platform, report: store.ReportRow, stopping: AbortSignal) {
  const { db } = platform
  const { id, companyId, from, to } = report
  await showProgress(platform, report, 10)
  const numbers = await gatherNumbers(platform, { companyId, period: { from, to } })
  stopping.throwIfAborted()
  await showProgress(platform, report, 50)
  const size = await makeFile(platform, id, numbers, stopping)
  await db.transaction((tx) => finish(tx, platform, report, { numbers, size }))
  // The report was deleted in the meantime: delete the file that no row names.
  if (!(await store.find(db, id))) await removeFile(platform, id)
}

/** Skips reports of a batch, whose progress is a count of reports. */
async function showProgress({ db }: Platform, report: store.ReportRow, progress: number) {
  if (report.batchId) return
  await db.transaction(async (tx) => {
    await store.setProgress(tx, report.id, progress)
    await publishChanges(tx, report)
  })
}

/** Finishes a report idempotently: the second of two processes changes nothing and sends no email. */
async function finish(
  tx: Tx,
  { clock, config }: Platform,
  report: store.ReportRow,
  { numbers, size }: { numbers: ReportNumbers; size: number },
) {
  const now = clock.now()
  const { batchId, companyId } = report
  const company = batchId && companyId ? await store.findRecipient(tx, companyId) : undefined
  const emailedAt = company ? now : null
  const done = { state: 'ready', progress: 100, numbers, size, finishedAt: now, emailedAt } as const
  if (!(await store.finish(tx, report.id, done))) return
  if (company) await post(tx, reportMail({ company, period: report, publicUrl: config.publicUrl }), now)
  await publishChanges(tx, report)
}

async function fail(tx: Tx, { clock }: Platform, report: store.ReportRow) {
  await store.finish(tx, report.id, { state: 'failed', finishedAt: clock.now() })
  await publishChanges(tx, report)
}

export async function publishChanges(tx: Tx, { batchId, companyId }: Pick<store.ReportRow, 'batchId' | 'companyId'>) {
  const publishing = batchId ? publishDebounced : publish
  await publishing(tx, 'administrators', 'reports')
  const userId = companyId ? await store.findUserOf(tx, companyId) : undefined
  if (userId) await publishing(tx, { user: userId }, 'reports')
}
