import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { companies } from '#server/features/companies/tables.ts'
import { pointEntries, taskProofs } from '#server/features/proofs/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import type { Db } from '#server/platform/database/client.ts'

const entry = {
  id: companies.id,
  name: companies.name,
  logoUrl: companies.logoUrl,
  brandingColor: companies.brandingColor,
  points: companies.totalPoints,
  caloriesBurned: companies.totalCaloriesBurned,
  reachedAt: companies.reachedAt,
}

/** Most points first, then whoever got there first; those without points by name. */
export async function ordered(db: Db) {
  const rows = await db
    .select(entry)
    .from(companies)
    .where(isNull(companies.hiddenAt))
    .orderBy(
      desc(sql`greatest(${companies.totalPoints}, 0)`),
      sql`case when ${companies.totalPoints} > 0 then ${companies.reachedAt} end asc nulls last`,
      sql`lower(${companies.name})`,
      companies.id,
    )
  return rows.map((row) => ({ ...row, reachedAt: row.points > 0 ? (row.reachedAt?.toISOString() ?? null) : null }))
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
