import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { companies, leaderboardChanges } from '#server/features/companies/tables.ts'
import { pointEntries } from '#server/features/points/tables.ts'
import { taskProofs } from '#server/features/proofs/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import type { Db } from '#server/platform/database/client.ts'
import { isChangedSince, type Snapshot, unseenFrom } from '#server/platform/live/snapshot-follower.ts'
import type { CompanyChange } from './board/board.ts'
import type { BoardCompany } from './board/board-rules.ts'

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

/** Every listed company. */
export async function listCompanies(db: Db): Promise<Snapshot<CompanyChange>> {
  const rows = await db
    .select({ unseenFrom, id: companies.id, company: columns })
    .from(sql`(select) as always`)
    .leftJoin(companies, isNull(companies.hiddenAt))
  return toSnapshot(rows)
}

/** Companies that changed in or after this transaction, as they are now. */
export async function listChanges(db: Db, since: bigint): Promise<Snapshot<CompanyChange>> {
  const changed = leaderboardChanges
  const rows = await db
    .select({ unseenFrom, id: changed.companyId, company: columns })
    .from(sql`(select) as always`)
    .leftJoin(changed, isChangedSince(changed.changedIn, since))
    .leftJoin(companies, and(eq(companies.id, changed.companyId), isNull(companies.hiddenAt)))
  return toSnapshot(rows)
}

/** The first table of the query has one row, so that the number is there without companies too. */
const toSnapshot = (rows: { unseenFrom: string; id: string | null; company: Row | null }[]) => ({
  rows: rows.flatMap(({ id, company }) => (id ? [{ id, company: company ? toCompany(company) : undefined }] : [])),
  unseenFrom: BigInt(rows[0]?.unseenFrom ?? 0),
})

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
