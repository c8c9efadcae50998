import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { type Order, type PageQuery, positionIn } from '#server/platform/database/keyset.ts'
import { listPage } from '#server/platform/database/list-page.ts'
import { containing } from '#server/platform/database/search.ts'
import { taskProofs } from './tables.ts'

export type Row = typeof taskProofs.$inferSelect

export const reviewer = alias(users, 'reviewer')
const claimer = alias(users, 'claimer')
export const nameOf = ({ firstName, lastName, email }: typeof reviewer | typeof claimer) =>
  sql<string | null>`coalesce(nullif(trim(concat_ws(' ', ${firstName}, ${lastName})), ''), ${email})`

/** A proof with the names of its task, company and people. */
const columns = {
  proof: taskProofs,
  taskTitle: tasks.title,
  taskArchivedAt: tasks.archivedAt,
  companyName: companies.name,
  reviewedBy: nameOf(reviewer),
  claimedBy: nameOf(claimer),
}

export type ProofWithNames = {
  proof: Row
  taskTitle: string
  taskArchivedAt: Date | null
  companyName: string
  reviewedBy: string | null
  claimedBy: string | null
}

type Query = PageQuery & { q?: string }

const joined = sql`${taskProofs} join ${tasks} on ${tasks.id} = ${taskProofs.taskId}
  join ${companies} on ${companies.id} = ${taskProofs.companyId}`

const bySubmission = [taskProofs.submittedAt, taskProofs.id]

export const listPending = (db: Db, query: Query) =>
  page(db, and(hasStatus('pending'), matching(query.q)), { by: bySubmission }, query)

// Every proof that was decided or sent back has this moment.
const byDecision = [sql`${taskProofs.reviewedAt}`, taskProofs.id]

interface DecidedFilters {
  status: 'approved' | 'rejected' | 'fix' | undefined
  reviewedBy: string | undefined
  /** A day such as 2026-06-01, in this time zone. */
  reviewedOn: string | undefined
  timeZone: string
}

export const listDecided = (db: Db, query: Query, { status, reviewedBy, reviewedOn, timeZone }: DecidedFilters) =>
  page(
    db,
    and(
      isNotNull(taskProofs.reviewedAt),
      status && eq(taskProofs.status, status === 'fix' ? 'pending' : status),
      reviewedBy ? eq(taskProofs.reviewedBy, reviewedBy) : undefined,
      reviewedOn ? isOnDay(reviewedOn, timeZone) : undefined,
      matching(query.q),
    ),
    { by: byDecision, descending: true },
    query,
  )

/** A range of moments, which the index of decisions serves. */
const isOnDay = (day: string, timeZone: string) =>
  sql`${taskProofs.reviewedAt} >= ${day}::date::timestamp at time zone ${timeZone}
    and ${taskProofs.reviewedAt} < (${day}::date + 1)::timestamp at time zone ${timeZone}`

export const listOfCompany = (db: Db, companyId: string, query: Query & { status?: ProofStatus }) =>
  page(
    db,
    and(eq(taskProofs.companyId, companyId), query.status && hasStatus(query.status), matching(query.q)),
    { by: bySubmission, descending: true },
    query,
  )

type ProofStatus = Row['status'] | 'fix'

/** A proof that was sent back is stored as pending, with a deadline. */
export const hasStatus = (status: ProofStatus) =>
  status === 'fix'
    ? isNotNull(taskProofs.fixDueAt)
    : and(eq(taskProofs.status, status), status === 'pending' ? isNull(taskProofs.fixDueAt) : undefined)

export async function findWithNames(db: Db, id: string): Promise<ProofWithNames | undefined> {
  const [found] = await withNames(db).where(eq(taskProofs.id, id))
  return found
}

export async function taskTitlesOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: taskProofs.id, title: tasks.title })
    .from(taskProofs)
    .innerJoin(tasks, eq(tasks.id, taskProofs.taskId))
    .where(inArray(taskProofs.id, ids))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

export async function hasLive(db: Db, companyId: string, taskId: string): Promise<boolean> {
  const live = and(
    eq(taskProofs.companyId, companyId),
    eq(taskProofs.taskId, taskId),
    ne(taskProofs.status, 'rejected'),
  )
  return (await db.$count(taskProofs, live)) > 0
}

/** True if this company has a rejected proof for the task. */
export const hasRejected = async (db: Db, companyId: string, taskId: string): Promise<boolean> =>
  (await lastRejectedAt(db, companyId, taskId)) !== undefined

/** The time of this company's last rejection for the task. */
export async function lastRejectedAt(db: Db, companyId: string, taskId: string): Promise<Date | undefined> {
  const rejected = and(
    eq(taskProofs.companyId, companyId),
    eq(taskProofs.taskId, taskId),
    eq(taskProofs.status, 'rejected'),
  )
  const [last] = await db
    .select({ reviewedAt: taskProofs.reviewedAt, submittedAt: taskProofs.submittedAt })
    .from(taskProofs)
    .where(rejected)
    .orderBy(desc(taskProofs.reviewedAt))
    .limit(1)
  return last && (last.reviewedAt ?? last.submittedAt)
}

export async function lock(tx: Tx, id: string): Promise<Row | undefined> {
  const [proof] = await tx.select().from(taskProofs).where(eq(taskProofs.id, id)).for('update')
  return proof
}

export async function insert(tx: Tx, proof: typeof taskProofs.$inferInsert): Promise<Row> {
  const [created] = await tx.insert(taskProofs).values(proof).returning()
  if (!created) throw new Error('insert returned no row')
  return created
}

export async function update(tx: Tx, id: string, changes: Partial<typeof taskProofs.$inferInsert>) {
  await tx.update(taskProofs).set(changes).where(eq(taskProofs.id, id))
}

/**
 * Lists proofs that were decided before this moment and still have files, and clears their file lists. The rows stay.
 */
export async function takeOutlivedFiles(tx: Tx, before: Date, most: number): Promise<Row[]> {
  const old = await tx
    .select()
    .from(taskProofs)
    .where(
      and(
        ne(taskProofs.status, 'pending'),
        lt(taskProofs.reviewedAt, before),
        sql`cardinality(${taskProofs.contentUrls}) > 0`,
      ),
    )
    .orderBy(asc(taskProofs.reviewedAt), asc(taskProofs.id))
    .limit(most)
    .for('update', { skipLocked: true })
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await tx.update(taskProofs).set({ contentUrls: [] }).where(inArray(taskProofs.id, ids))
  return old
}

type Claim = { by: string; now: Date; until: Date; latest: Date }

/**
 * Claims a proof that is free, expired or already claimed by this reviewer. Only the first of two concurrent claims
 * succeeds.
 */
export async function claim(tx: Tx, id: string, { by, now, until, latest }: Claim): Promise<boolean> {
  const free = or(
    isNull(taskProofs.claimedBy),
    eq(taskProofs.claimedBy, by),
    lte(taskProofs.claimedUntil, now),
    // The claim ends later than any claim can: the clock was set back since.
    gt(taskProofs.claimedUntil, latest),
  )
  const claimed = await tx
    .update(taskProofs)
    .set({ claimedBy: by, claimedUntil: until })
    .where(and(eq(taskProofs.id, id), eq(taskProofs.status, 'pending'), isNull(taskProofs.fixDueAt), free))
    .returning({ id: taskProofs.id })
  return claimed.length > 0
}

export async function release(tx: Tx, id: string, by: string): Promise<boolean> {
  const released = await tx
    .update(taskProofs)
    .set({ claimedBy: null, claimedUntil: null })
    .where(and(eq(taskProofs.id, id), eq(taskProofs.claimedBy, by)))
    .returning({ id: taskProofs.id })
  return released.length > 0
}

export const countCompanies = (db: Db) => db.$count(companies)

/** Counts decisions per day, in the event's time zone. */
export async function decisionsByDay(db: Db, timeZone: string, since: Date) {
  const day = sql<string>`to_char(${taskProofs.reviewedAt} at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day')
  return db
    .select({
      day,
      approved: sql<number>`count(*) filter (where ${taskProofs.status} = 'approved')::int`,
      rejected: sql<number>`count(*) filter (where ${taskProofs.status} = 'rejected')::int`,
    })
    .from(taskProofs)
    .where(and(ne(taskProofs.status, 'pending'), gte(taskProofs.reviewedAt, since)))
    .groupBy(sql`day`)
    .orderBy(sql`day`)
}

export async function countParticipating(db: Db): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`count(distinct ${taskProofs.companyId})::int` })
    .from(taskProofs)
    .where(eq(taskProofs.status, 'approved'))
  return counted?.total ?? 0
}

const withNames = (db: Db, order: Order = { by: [taskProofs.id] }) =>
  db
    .select({ ...columns, position: positionIn(order) })
    .from(taskProofs)
    .innerJoin(tasks, eq(tasks.id, taskProofs.taskId))
    .innerJoin(companies, eq(companies.id, taskProofs.companyId))
    .leftJoin(reviewer, eq(reviewer.id, taskProofs.reviewedBy))
    .leftJoin(claimer, eq(claimer.id, taskProofs.claimedBy))
    .$dynamic()

const matching = (q: string | undefined) => (q ? containing(q, companies.name, tasks.title) : undefined)

const page = (db: Db, where: SQL | undefined, order: Order, query: Query) =>
  listPage(db, withNames(db, order), { from: joined, where, order }, query)
