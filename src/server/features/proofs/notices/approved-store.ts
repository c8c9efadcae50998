import { type SQL, sql } from 'drizzle-orm'
import { notifications } from '#server/features/notifications/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import { after, days, hours, minutes } from '#server/platform/clock.ts'
import { takeLock } from '#server/platform/database/advisory-locks.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { taskProofs } from '../tables.ts'

export type Approval = { companyId: string; occasion: string; taskTitle: string; points: number }

/** Batches the approvals of a review round into a single email, and skips a decision that is undone at once. */
const collectedFor = minutes(10)
const pauseBetween = hours(1)
/** Approvals older than this are not emailed. */
const mailedWithin = days(3)

const moment = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

// The key includes the review time: a second approval after reopening is a new occasion.
const occasion = sql`p.id || ' ' || (extract(epoch from p.reviewed_at) * 1000)::bigint`

/** Locks until the transaction ends: two concurrent processes would both find that the last email is an hour old. */
export async function lockApprovalMails(tx: Tx) {
  await takeLock(tx, 'approvalEmails')
}

/** For the next companies that are due: all approvals that were not emailed yet. */
export async function listUnmailedApprovals(tx: Tx, companies: number, now: Date): Promise<Approval[]> {
  const isUnmailed = sql`p.status = 'approved' and p.reviewed_at > ${moment(after(now, -mailedWithin))} and not exists (
    select from ${notifications} told
    where told.company_id = p.company_id and told.kind = 'proof-approved' and told.occasion = ${occasion})`
  const { rows } = await tx.execute<Approval>(
    sql`select p.company_id as "companyId", ${occasion} as occasion, t.title as "taskTitle", coalesce(p.points_awarded, 0) as points
      from ${taskProofs} p join ${tasks} t on t.id = p.task_id
      where ${isUnmailed} and p.company_id in (
        select p.company_id from ${taskProofs} p
        where ${isUnmailed} and p.reviewed_at <= ${moment(after(now, -collectedFor))} and not exists (
          select from ${notifications} last
          where last.company_id = p.company_id and last.kind = 'proof-approved'
            and last.created_at > ${moment(after(now, -pauseBetween))})
        group by p.company_id order by p.company_id limit ${companies})
      order by p.company_id, p.reviewed_at, p.id`,
  )
  return rows
}
