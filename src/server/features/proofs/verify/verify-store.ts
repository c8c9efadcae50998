import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'

const isOf = (column: string, companyId: string | undefined) =>
  companyId ? sql`${sql.raw(column)} = ${companyId}` : sql`true`

/** Finds differences between cached totals and ledger, for a single company or all; an empty result means correct. */
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

/**
 * Finds companies whose ledger entries differ from the awards of their proofs. Weights each entry with 30 bits of its
 * proof's hash, so two opposite errors hardly ever cancel out. Several times faster than comparing a million proofs.
 */
async function findCompaniesToCompare(db: Db, companyId?: string): Promise<string[]> {
  const weighted = (value: string, proof: string) =>
    sql.raw(`sum(${value}::bigint * (uuid_hash(${proof}) & 1073741823))`)
  const { rows } = await db.execute<{ id: string }>(sql`
    select company_id as id from (
      select company_id, ${weighted('points', 'proof_id')} as points, ${weighted('calories', 'proof_id')} as calories
      from point_entries where proof_id is not null and ${isOf('company_id', companyId)} group by 1
      union all
      select company_id, -${weighted('coalesce(points_awarded, 0)', 'id')}, -${weighted('coalesce(calories_awarded, 0)', 'id')}
      from task_proofs where ${isOf('company_id', companyId)} group by 1
    ) sums group by 1 having sum(points) <> 0 or sum(calories) <> 0`)
  return rows.map(({ id }) => id)
}

/**
 * Finds proofs whose ledger entries differ from their award. `quickly` compares only proofs of companies whose weighted
 * sums differ.
 */
export async function wronglyAwarded(db: Db, companyId: string | undefined, { quickly }: { quickly: boolean }) {
  const companies = quickly ? await findCompaniesToCompare(db, companyId) : undefined
  if (companies?.length === 0) return []
  const isCompared = companies ? sql`company_id = any(${sql.param(companies)}::uuid[])` : isOf('company_id', companyId)
  const { rows } = await db.execute<{
    company: string
    task: string
    points: number
    calories: number
    ledger: number
    ledgerCalories: number
  }>(sql`
    with wrong as (
      select proof_id, company_id, sum(points) as points, sum(calories) as calories, sum(awarded) as awarded,
        sum(awarded_calories) as awarded_calories
      from (
        select proof_id, company_id, points, calories, 0 as awarded, 0 as awarded_calories
        from point_entries where proof_id is not null and ${isCompared}
        union all
        select id, company_id, 0, 0, coalesce(points_awarded, 0), coalesce(calories_awarded, 0) from task_proofs where ${isCompared}
      ) entries group by 1, 2 having sum(points) <> sum(awarded) or sum(calories) <> sum(awarded_calories)
    )
    select c.name as company, t.title as task, w.awarded::int as points, w.awarded_calories::int as calories,
      w.points::int as ledger, w.calories::int as "ledgerCalories"
    from wrong w join companies c on c.id = w.company_id join task_proofs p on p.id = w.proof_id join tasks t on t.id = p.task_id
    order by 1, 2, p.id`)
  return rows
}
