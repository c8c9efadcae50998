import type { QueryOf } from '#contract/endpoint.ts'
import {
  keptForDays,
  type listReports,
  type NewReport,
  type Report,
  type readReportFile,
} from '#contract/reports/endpoints.ts'
import * as analytics from '#server/features/analytics/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import { isBackupUnderWay } from '#server/platform/backup/backup-lock.ts'
import { after, days, hours } from '#server/platform/clock.ts'
import { takeLock } from '#server/platform/database/advisory-locks.ts'
import type { Db } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { pageOf, parsePageQuery } from '#server/platform/http/paging.ts'
import { Download } from '#server/platform/http/replies/replies.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { countAttempt } from '#server/platform/limits/limits.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as batchStore from './batches/batches-store.ts'
import { pathOf, readFile, removeFile, sweepTemporaryFiles } from './files.ts'
import { makeReportJob, publishChanges } from './make.ts'
import { toCsv, toJson } from './numbers/numbers-file.ts'
import * as store from './store.ts'

export { expireReportsOf } from './erase-store.ts'

const reportLimit = { name: 'report', most: 30, within: hours(1) }

/** Enqueues the report and answers at once. Concurrent requests for the same report share a single job. */
export async function create(platform: Platform, viewer: Viewer, { kind, companyId, ...requestedPeriod }: NewReport) {
  const { db, clock } = platform
  const now = clock.now()
  const company = kind === 'company' ? await findCompany(db, viewer, companyId) : null
  if (kind === 'challenge' && !viewer.isAdmin) throw new Problem('forbidden')
  const period = await analytics.fillPeriod(platform, requestedPeriod)
  return db.transaction(async (tx) => {
    const wished = { kind, companyId: company?.id ?? null, ...period }
    // A repeated request finds the report under way; the lock serializes two concurrent requests.
    await takeLock(tx, 'reports')
    const underWay = await store.findUnderWay(tx, wished)
    if (underWay) return { id: underWay }
    await countAttempt(tx, reportLimit, viewer.userId, now)
    const id = await store.insert(tx, { ...wished, requestedBy: viewer.userId, createdAt: now })
    await enqueue(tx, { kind: makeReportJob.kind, key: id }, now)
    if (viewer.isAdmin)
      await logAudit(tx, viewer, now, {
        action: 'made a report of',
        subject: company?.name ?? 'the whole challenge',
        subjectId: company?.id,
        after: period,
      })
    await publishChanges(tx, { batchId: null, companyId: wished.companyId })
    return { id }
  })
}

/** Hides other companies: their ids answer `not-found`. */
async function findCompany(db: Db, viewer: Viewer, requestedId: string | undefined) {
  const id = requestedId ?? viewer.companyId
  if (viewer.isAdmin && !id) {
    const sentence = 'Choose the company of the report'
    throw new Problem('invalid-input', { sentence, fields: { companyId: sentence } })
  }
  const company = id && (viewer.isAdmin || viewer.companyId === id) ? await store.findCompany(db, id) : undefined
  if (!company) throw new Problem('not-found')
  return company
}

export async function list({ db }: Platform, viewer: Viewer, query: QueryOf<typeof listReports>) {
  const pageQuery = parsePageQuery(query)
  // An account without a company yet has no reports, so use an id that matches none.
  const companyId = viewer.isAdmin ? query.companyId : (viewer.companyId ?? viewer.userId)
  if (query.companyId && query.companyId !== companyId) throw new Problem('not-found')
  return pageOf(pageQuery, await store.list(db, companyId, pageQuery), (rows) =>
    rows.map((row) => toReply(viewer, row)),
  )
}

export const read = async ({ db }: Platform, viewer: Viewer, id: string): Promise<Report> =>
  toReply(viewer, await findOrThrow(db, viewer, id))

export async function readAs(
  platform: Platform,
  viewer: Viewer,
  id: string,
  { as }: QueryOf<typeof readReportFile>,
): Promise<Download> {
  const report = await findOrThrow(platform.db, viewer, id)
  if (report.state === 'failed') throw new Problem('report-failed')
  if (report.state === 'working') throw new Problem('report-not-ready', { retryAfterSeconds: 2 })
  const name = fileNameOf(report)
  if (as === 'pdf') return new Download(`${name}.pdf`, 'application/pdf', await readFile(platform, id))
  const numbers = await store.findNumbers(platform.db, id)
  if (!numbers) throw new Problem('not-found')
  return as === 'csv' ? toCsv(`${name}.csv`, numbers) : toJson(`${name}.json`, numbers)
}

export async function retry({ db, clock }: Platform, viewer: Viewer, id: string): Promise<Report> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const report = await findOrThrow(tx, viewer, id)
    if (report.state === 'failed') {
      await countAttempt(tx, reportLimit, viewer.userId, now)
      if (await store.startAgain(tx, id)) {
        await enqueue(tx, { kind: makeReportJob.kind, key: id }, now)
        await publishChanges(tx, report)
      }
    }
    return toReply(viewer, await findOrThrow(tx, viewer, id))
  })
}

const sweepBatch = 100

/** Lists the path of every stored PDF. */
export async function* listStoredFiles(db: Db): AsyncGenerator<string> {
  for (let behind: string | undefined; ; ) {
    const ids = await store.listReady(db, behind, sweepBatch)
    yield* ids.map(pathOf)
    if (ids.length < sweepBatch) return
    behind = ids.at(-1)
  }
}

/** Deletes reports that were expired early, unless a backup is running; then the sweep deletes them. */
export async function removeExpired(platform: Platform, ids: string[]) {
  if (ids.length === 0 || (await isBackupUnderWay(platform.db))) return
  for (const id of ids) await removeFile(platform, id)
  await platform.db.transaction((tx) => store.remove(tx, ids))
}

/** Deletes old reports, bytes before rows: after a crash a row remains for the next sweep, never a file alone. */
export async function sweep(platform: Platform) {
  const { db, clock } = platform
  const before = after(clock.now(), -days(keptForDays))
  for (let ids = await listExpired(); ids.length > 0; ids = await listExpired()) {
    // Expire the rows before checking for a backup: a backup that starts later does not list their files.
    const expired = await db.transaction((tx) => store.expire(tx, ids))
    // A running backup has yet to copy these files; the next sweep deletes them.
    if (await isBackupUnderWay(db)) return
    for (const id of expired) await removeFile(platform, id)
    await db.transaction((tx) => store.remove(tx, expired))
  }
  await db.transaction((tx) => batchStore.removeEmpty(tx, before))
  await sweepTemporaryFiles(platform)

  function listExpired() {
    return store.listExpired(db, before, sweepBatch)
  }
}

async function findOrThrow(db: Db, viewer: Viewer, id: string): Promise<store.ListedReport> {
  const report = await store.find(db, id)
  const isTheirs = viewer.isAdmin || (report?.companyId !== null && report?.companyId === viewer.companyId)
  if (!report || !isTheirs) throw new Problem('not-found')
  return report
}

function toReply(viewer: Viewer, report: store.ListedReport): Report {
  const { id, kind, companyId, companyName, from, to, state, progress, createdAt, requester, isByAdmin, size } = report
  return {
    ...{ id, kind, companyId, companyName, from, to, state, progress, size },
    createdAt: createdAt.toISOString(),
    madeBy: isByAdmin && !viewer.isAdmin ? null : requester,
    keptUntil: after(createdAt, days(keptForDays)).toISOString(),
  }
}

/** Uses only characters that are valid in every file system and HTTP header. */
function fileNameOf({ companyName, from, to }: store.ListedReport): string {
  const plain = (companyName ?? 'challenge')
    .normalize('NFKD')
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
  return `wellness-report-${plain.slice(0, 60) || 'company'}-${from}-to-${to}`
}
