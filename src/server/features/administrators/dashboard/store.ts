import { count, eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { AdminDashboard } from '#contract/administrators/dashboard.ts'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'
import { events } from '#server/features/events/tables.ts'
import { taskProofs } from '#server/features/proofs/tables.ts'
import { registrations } from '#server/features/registrations/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import type { Db } from '#server/platform/database/client.ts'
import { outbox } from '#server/platform/mail/tables.ts'

const isFailed = eq(outbox.state, 'failed')
const mostEvents = 5

export const countFailedMails = (db: Db): Promise<number> => db.$count(outbox, isFailed)

export function listEventsWithFailedMails(db: Db): Promise<AdminDashboard['eventsWithFailedMails']> {
  return db
    .select({ id: events.id, title: events.title, mails: count() })
    .from(outbox)
    .innerJoin(registrations, eq(registrations.mailId, outbox.id))
    .innerJoin(events, eq(events.id, registrations.eventId))
    .where(isFailed)
    .groupBy(events.id, events.title)
    .orderBy(sql`count(*) desc`, events.id)
    .limit(mostEvents)
}

/** Lists what administrators did about a subject of the log; an index on the subject answers. */
export async function listActions(db: Db, subjectId: string): Promise<string[]> {
  const found = await db
    .selectDistinct({ action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, subjectId))
  return found.map(({ action }) => action)
}

type Existing = { task: boolean; event: boolean; company: boolean; proof: boolean }

export async function findExisting(db: Db): Promise<Existing> {
  const any = (table: PgTable) => sql<boolean>`exists (select from ${table})`
  const { rows } = await db.execute<Existing>(
    sql`select ${any(tasks)} as task, ${any(events)} as event, ${any(companies)} as company, ${any(taskProofs)} as proof`,
  )
  const [existing] = rows
  if (!existing) throw new Error('select returned no row')
  return existing
}

export async function findRecipient(db: Db, userId: string) {
  const [user] = await db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) throw new Error('the account of a session is gone')
  return user
}
