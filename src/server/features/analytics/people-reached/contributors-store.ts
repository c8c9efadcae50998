import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'
import { endOf, startOf, type Zoned } from '../store.ts'

/**
 * Counts devices of team links with a file in a proof of the period, per company. Leaves out companies without any. A
 * device uses the same secret for all links, so it counts once.
 */
export async function countGuestDevices(
  db: Db,
  zoned: Zoned,
  companyIds: string[] | 'all',
): Promise<Map<string, number>> {
  const isOfCompanies = companyIds === 'all' ? sql`true` : sql`d.company_id = any(${sql.param(companyIds)}::uuid[])`
  // Finds proofs in two steps, because each step has an index by company and task. A combined index would slow down
  // every write.
  const ofDraft = sql`select content_urls, submitted_at from task_proofs p where p.company_id = d.company_id and p.task_id = d.task_id`
  const { rows } = await db.execute<{ companyId: string; devices: number }>(sql`
    select d.company_id as "companyId", count(distinct g.device_hash)::int as devices
    from proof_drafts d
    join proof_draft_files f on f.draft_id = d.id and f.guest_id is not null
    join capture_guests g on g.id = f.guest_id
    cross join lateral (${ofDraft} and p.status <> 'rejected' union all ${ofDraft} and p.status = 'rejected') proof
    where ${isOfCompanies}
      and proof.submitted_at >= ${startOf(zoned)} and proof.submitted_at < ${endOf(zoned)} and f.path = any(proof.content_urls)
    group by d.company_id`)
  return new Map(rows.map((row) => [row.companyId, row.devices]))
}
