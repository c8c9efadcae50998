import { type SQL, sql } from 'drizzle-orm'
import { notifications } from '#server/features/notifications/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import { after, days, hours, minutes } from '#server/platform/clock.ts'
import { takeLock } from '#server/platform/database/advisory-locks.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { taskProofs } from '../tables.ts'

export type Approval = { companyId: string; occasion: string; taskTitle: string; points: number }

/** Approvals of one round of reviewing come in one email, and a decision that is taken back at once in none. */
const collectedFor = minutes(10)
const pauseBetween = hours(1)
/** What could not be told for so long is no news any more. */
const toldWithin = days(3)

const moment = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

// Approved once more after it was reopened, it is told once more.
const occasion = sql`p.id || ' ' || (extract(epoch from p.reviewed_at) * 1000)::bigint`

/** Held until the transaction ends: two processes at once would both find that the last email is an hour old. */
export async function lockApprovalMails(tx: Tx) {
  await takeLock(tx, 'approvalEmails')
}

/** Of the next companies whose time has come, everything that was approved since their last email. */
export async function listUntoldApprovals(tx: Tx, companies: number, now: Date): Promise<Approval[]> {
  const isUntold = sql`p.status = 'approved' and p.reviewed_at > ${moment(after(now, -toldWithin))} and not exists (
    select from ${notifications} told
    where told.company_id = p.company_id and told.kind = 'proof-approved' and told.occasion = ${occasion})`
  const { rows } = await tx.execute<Approval>(
    sql`select p.company_id as "companyId", ${occasion} as occasion, t.title as "taskTitle", coalesce(p.points_awarded, 0) as points
      from ${taskProofs} p join ${tasks} t on t.id = p.task_id
      where ${isUntold} and p.company_id in (
        select p.company_id from ${taskProofs} p
        where ${isUntold} and p.reviewed_at <= ${moment(after(now, -collectedFor))} and not exists (
          select from ${notifications} last
          where last.company_id = p.company_id and last.kind = 'proof-approved'
            and last.created_at > ${moment(after(now, -pauseBetween))})
        group by p.company_id order by p.company_id limit ${companies})
      order by p.company_id, p.reviewed_at, p.id`,
  )
  return rows
}
