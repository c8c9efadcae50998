import { and, eq, getTableColumns, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Period } from '#contract/analytics/period.ts'
import type { ReportNumbers } from '#contract/reports/numbers.ts'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { type PageQuery, positionIn } from '#server/platform/database/keyset.ts'
import { listPage } from '#server/platform/database/list-page.ts'
import { reports } from './tables.ts'

export type ReportRow = typeof reports.$inferSelect

// Lists leave out the numbers, which take megabytes for many reports.
const { numbers: _, ...columns } = getTableColumns(reports)
const listed = {
  ...columns,
  companyName: companies.name,
  requester: sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.email})`,
  isByAdmin: users.isAdmin,
}
export type ListedReport = Omit<ReportRow, 'numbers'> & {
  companyName: string | null
  requester: string
  isByAdmin: boolean
}

export async function insert(tx: Tx, report: typeof reports.$inferInsert): Promise<string> {
  const [created] = await tx.insert(reports).values(report).returning({ id: reports.id })
  if (!created) throw new Error('insert returned no row')
  return created.id
}

type Wished = Pick<ReportRow, 'kind' | 'companyId' | 'from' | 'to'>

/** Finds an equal report that is still being made. */
export async function findUnderWay(tx: Tx, { kind, companyId, from, to }: Wished): Promise<string | undefined> {
  const [report] = await tx
    .select({ id: reports.id })
    .from(reports)
    .where(
      and(
        ...[eq(reports.state, 'working'), isNull(reports.batchId), eq(reports.kind, kind)],
        companyId ? eq(reports.companyId, companyId) : isNull(reports.companyId),
        ...[eq(reports.from, from), eq(reports.to, to)],
      ),
    )
    .limit(1)
  return report?.id
}

export async function find(db: Db, id: string): Promise<ListedReport | undefined> {
  const [report] = await db
    .select(listed)
    .from(reports)
    .innerJoin(users, eq(users.id, reports.requestedBy))
    .leftJoin(companies, eq(companies.id, reports.companyId))
    .where(eq(reports.id, id))
  return report
}

export async function findNumbers(db: Db, id: string): Promise<ReportNumbers | undefined> {
  const [report] = await db.select({ numbers: reports.numbers }).from(reports).where(eq(reports.id, id))
  return report?.numbers ?? undefined
}

const newestFirst = { by: [reports.createdAt, reports.id], descending: true }

/** Lists a company's reports; without a company, all reports outside batches. */
export async function list(db: Db, companyId: string | undefined, query: PageQuery) {
  const where = companyId ? eq(reports.companyId, companyId) : isNull(reports.batchId)
  const rows = db
    .select({ ...listed, position: positionIn(newestFirst) })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.requestedBy))
    .leftJoin(companies, eq(companies.id, reports.companyId))
    .$dynamic()
  return listPage(db, rows, { from: reports, where, order: newestFirst }, query)
}

/** Counts the attempt. Undefined if the report is deleted or another process finished it. */
export async function beginAttempt(tx: Tx, id: string): Promise<ReportRow | undefined> {
  const [report] = await tx
    .update(reports)
    .set({ attempts: sql`${reports.attempts} + 1` })
    .where(and(eq(reports.id, id), eq(reports.state, 'working')))
    .returning()
  return report
}

/** Uncounts an attempt that a shutdown interrupted. */
export async function forgetAttempt(tx: Tx, id: string) {
  await tx
    .update(reports)
    .set({ attempts: sql`greatest(0, ${reports.attempts} - 1)` })
    .where(eq(reports.id, id))
}

export async function setProgress(tx: Tx, id: string, progress: number) {
  await tx
    .update(reports)
    .set({ progress })
    .where(and(eq(reports.id, id), eq(reports.state, 'working')))
}

type Finished = Pick<ReportRow, 'state'> & Partial<ReportRow>

/** Undefined if the report is no longer being made; another process has then finished it and published the change. */
export async function finish(tx: Tx, id: string, finished: Finished): Promise<ReportRow | undefined> {
  const [report] = await tx
    .update(reports)
    .set(finished)
    .where(and(eq(reports.id, id), eq(reports.state, 'working')))
    .returning()
  return report
}

const again = { state: 'working', progress: 0, attempts: 0, finishedAt: null } as const

/** False if the report has not failed. */
export async function startAgain(tx: Tx, id: string): Promise<boolean> {
  const changed = await tx
    .update(reports)
    .set(again)
    .where(and(eq(reports.id, id), eq(reports.state, 'failed')))
    .returning({ id: reports.id })
  return changed.length > 0
}

export async function startBatchAgain(tx: Tx, batchId: string): Promise<number> {
  const changed = await tx
    .update(reports)
    .set(again)
    .where(and(eq(reports.batchId, batchId), eq(reports.state, 'failed')))
    .returning({ id: reports.id })
  return changed.length
}

/** Inserts a report for every listed company that can sign in; a disabled account could not open its link. */
export async function insertForAllCompanies(
  tx: Tx,
  { batchId, period, requestedBy, now }: { batchId: string; period: Period; requestedBy: string; now: Date },
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into ${reports} (kind, company_id, from_day, to_day, batch_id, requested_by, created_at)
    select 'company', c.id, ${period.from}::date, ${period.to}::date, ${batchId}, ${requestedBy}, ${now.toISOString()}::timestamptz
    from ${companies} c join ${users} u on u.id = c.user_id
    where c.hidden_at is null and u.disabled_at is null`)
  return rowCount ?? 0
}

/** Finds the next unfinished report of a batch. */
export async function findUnfinished(db: Db, batchId: string): Promise<string | undefined> {
  const [report] = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.batchId, batchId), eq(reports.state, 'working')))
    .orderBy(reports.id)
    .limit(1)
  return report?.id
}

const isOver = ne(reports.state, 'working')

/** Lists reports made before this moment, oldest first, without those under way. */
export async function listExpired(db: Db, before: Date, limit: number): Promise<string[]> {
  const expired = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(lt(reports.createdAt, before), isOver))
    .orderBy(reports.createdAt, reports.id)
    .limit(limit)
  return expired.map(({ id }) => id)
}

/**
 * Marks the reports as failed and clears their numbers, so nobody reads their files. Returns the ids, without reports
 * that somebody has retried meanwhile.
 */
export async function expire(tx: Tx, ids: string[]): Promise<string[]> {
  const expired = await tx
    .update(reports)
    .set({ numbers: null, state: 'failed' })
    .where(and(inArray(reports.id, ids), isOver))
    .returning({ id: reports.id })
  return expired.map(({ id }) => id)
}

/** Lists finished reports in the order of their ids. */
export async function listReady(db: Db, behind: string | undefined, limit: number): Promise<string[]> {
  const ready = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.state, 'ready'), behind ? gt(reports.id, behind) : undefined))
    .orderBy(reports.id)
    .limit(limit)
  return ready.map(({ id }) => id)
}

export async function remove(tx: Tx, ids: string[]) {
  if (ids.length > 0) await tx.delete(reports).where(inArray(reports.id, ids))
}

/** Finds the recipient of a report's email; undefined if the account is disabled. */
export async function findRecipient(db: Db, companyId: string) {
  const [found] = await db
    .select({ email: companies.email, name: companies.name, contactPersonName: companies.contactPersonName })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.userId))
    .where(and(eq(companies.id, companyId), isNull(users.disabledAt)))
  return found
}

export async function findCompany(db: Db, id: string): Promise<{ id: string; name: string } | undefined> {
  const [company] = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(eq(companies.id, id))
  return company
}

/** Finds the account of a company, to refresh its screens. */
export async function findUserOf(db: Db, companyId: string): Promise<string | undefined> {
  const [company] = await db.select({ userId: companies.userId }).from(companies).where(eq(companies.id, companyId))
  return company?.userId ?? undefined
}
