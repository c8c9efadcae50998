import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { companies, leaderboardChanges } from '#server/features/companies/tables.ts'
import { pointEntries } from '#server/features/points/tables.ts'
import { taskProofs } from '#server/features/proofs/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import type { Db } from '#server/platform/database/client.ts'
import type { BoardCompany } from './ordered-board/board-rules.ts'
import type { CompanyChange } from './ordered-board/ordered-board.ts'

const columns = {
  id: companies.id,
  name: companies.name,
  logoUrl: companies.logoUrl,
  brandingColor: companies.brandingColor,
  points: companies.totalPoints,
  caloriesBurned: companies.totalCaloriesBurned,
  reachedAt: companies.reachedAt,
  teamSize: companies.teamSize,
  perPersonMillionths: companies.perPersonMillionths,
}

type Row = Omit<BoardCompany, 'reachedAt'> & { reachedAt: Date | null }

const toCompany = (row: Row): BoardCompany => ({
  ...row,
  reachedAt: row.points > 0 ? (row.reachedAt?.toISOString() ?? null) : null,
})

// Of the snapshot in which the statement itself reads. Every transaction before `xmin` has ended and is seen by it.
const unseenFrom = sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`
const isSeen = sql`${leaderboardChanges.changedIn} < pg_snapshot_xmax(pg_current_snapshot())`

/** Every listed company, nearly in order, and from which transaction on changes may be missing. */
export async function all(db: Db): Promise<{ companies: BoardCompany[]; unseenFrom: bigint }> {
  const rows = await db
    .select({ unseenFrom, company: columns })
    .from(sql`(select) as always`)
    .leftJoin(companies, isNull(companies.hiddenAt))
    .orderBy(desc(companies.totalPoints), companies.reachedAt)
  return {
    companies: rows.flatMap(({ company }) => (company ? [toCompany(company)] : [])),
    unseenFrom: BigInt(rows[0]?.unseenFrom ?? 0),
  }
}

/**
 * What changed in or after this transaction. Numbers that no transaction has yet come from another server, by a restored dump:
 * whatever they stood for was read with everything else.
 */
export async function changedSince(
  db: Db,
  transaction: bigint,
): Promise<{ changes: CompanyChange[]; unseenFrom: bigint }> {
  const changed = leaderboardChanges
  const rows = await db
    .select({ unseenFrom, id: changed.companyId, company: columns })
    .from(sql`(select) as always`)
    .leftJoin(changed, and(sql`${changed.changedIn} >= ${String(transaction)}::xid8`, isSeen))
    .leftJoin(companies, and(eq(companies.id, changed.companyId), isNull(companies.hiddenAt)))
  return {
    changes: rows.flatMap(({ id, company }) => (id ? [{ id, company: company ? toCompany(company) : undefined }] : [])),
    unseenFrom: BigInt(rows[0]?.unseenFrom ?? 0),
  }
}

/** The proofs that make up the total, as they were submitted. */
export async function countingProofs(db: Db, companyId: string) {
  return db
    .select({
      taskTitle: tasks.title,
      points: sql<number>`coalesce(${taskProofs.pointsAwarded}, 0)`,
      calories: sql<number>`coalesce(${taskProofs.caloriesAwarded}, 0)`,
      submittedAt: taskProofs.submittedAt,
    })
    .from(taskProofs)
    .innerJoin(tasks, eq(tasks.id, taskProofs.taskId))
    .where(and(eq(taskProofs.companyId, companyId), eq(taskProofs.status, 'approved')))
    .orderBy(asc(taskProofs.submittedAt), taskProofs.id)
}

export async function adjustments(db: Db, companyId: string) {
  const { points, calories, at } = pointEntries
  return db
    .select({ points, calories, reason: sql<string>`coalesce(${pointEntries.reason}, '')`, at })
    .from(pointEntries)
    .where(and(eq(pointEntries.companyId, companyId), eq(pointEntries.kind, 'adjust')))
    .orderBy(asc(pointEntries.id))
}
