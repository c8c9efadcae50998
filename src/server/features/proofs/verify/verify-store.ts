import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'

const isOf = (column: string, companyId: string | undefined) =>
  companyId ? sql`${sql.raw(column)} = ${companyId}` : sql`true`

/** Where the cached totals and the ledger disagree, for one company or for all; nothing, at all times. */
export async function disagreements(db: Db, companyId?: string) {
  const { rows } = await db.execute<{
    name: string
    total: number
    ledger: number
    calories: number
    ledgerCalories: number
    approved: number
  }>(sql`
    select c.name, c.total_points as total, c.total_calories_burned as calories,
      coalesce(l.points, 0)::int as ledger, coalesce(l.calories, 0)::int as "ledgerCalories",
      coalesce(p.points, 0)::int + coalesce(l.adjusted, 0)::int as approved
    from companies c
    left join (select company_id, sum(points) as points, sum(calories) as calories,
      sum(points) filter (where kind = 'adjust') as adjusted from point_entries
      where ${isOf('company_id', companyId)} group by 1) l on l.company_id = c.id
    left join (select company_id, sum(points_awarded) as points from task_proofs
      where status = 'approved' and ${isOf('company_id', companyId)} group by 1) p on p.company_id = c.id
    where ${isOf('c.id', companyId)} and (c.total_points <> coalesce(l.points, 0) or c.total_calories_burned <> coalesce(l.calories, 0)
      or c.total_points <> coalesce(p.points, 0) + coalesce(l.adjusted, 0))`)
  return rows
}

/** Proofs whose lines in the ledger do not add up to what they were awarded; two mistakes must not hide each other in a sum. */
export async function wronglyAwarded(db: Db, companyId?: string) {
  const { rows } = await db.execute<{
    company: string
    task: string
    points: number
    calories: number
    ledger: number
    ledgerCalories: number
  }>(sql`
    select c.name as company, t.title as task,
      coalesce(p.points_awarded, 0) as points, coalesce(p.calories_awarded, 0) as calories,
      coalesce(l.points, 0)::int as ledger, coalesce(l.calories, 0)::int as "ledgerCalories"
    from task_proofs p
    join companies c on c.id = p.company_id
    join tasks t on t.id = p.task_id
    left join (select proof_id, company_id, sum(points) as points, sum(calories) as calories
      from point_entries where ${isOf('company_id', companyId)} group by 1, 2) l on l.proof_id = p.id and l.company_id = p.company_id
    where ${isOf('p.company_id', companyId)} and (coalesce(p.points_awarded, 0) <> coalesce(l.points, 0)
      or coalesce(p.calories_awarded, 0) <> coalesce(l.calories, 0))
    order by 1, 2, p.id`)
  return rows
}
