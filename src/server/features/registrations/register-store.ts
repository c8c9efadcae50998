import { sql } from 'drizzle-orm'
import { registrationNoticeVersion } from '#contract/registrations/endpoints.ts'
import { type Db, inOneStatement } from '#server/platform/database/client.ts'
import { counting, type Limit } from '#server/platform/limits/limits.ts'
import { type Mail, posting } from '#server/platform/mail/outbox.ts'

export type Newcomer = {
  id: string
  eventId: string
  firstName: string
  lastName: string
  email: string
  phone: string
  companyName: string | null
  code: string
}

type Outcome = {
  count: number
  window_ends: Date
  /** False: this address has a living registration, or the event is no longer there to register for. */
  added: boolean
}

/** Counts the attempt, adds the registration unless one lives for this address, and posts the mail: all or nothing, in one statement. */
export async function add(
  db: Db,
  newcomer: Newcomer,
  mail: Mail,
  limit: Limit & { whom: string },
  now: Date,
): Promise<Outcome> {
  const { id, eventId, firstName, lastName, email, phone, companyName, code } = newcomer
  const at = sql`${now.toISOString()}::timestamptz`
  const posted = posting(mail, now, sql`added`)
  const [outcome] = await inOneStatement<Outcome>(
    db,
    'register',
    sql`with attempt as (${counting(limit, limit.whom, now)}),
      added as (
        insert into event_registrations
          (id, event_id, first_name, last_name, email, phone, company_name, code, registered_at, notice_version, mail_id, mailed_at)
        select ${id}::uuid, events.id, ${firstName}, ${lastName}, ${email}, ${phone}, ${companyName}, ${code}, ${at},
          ${registrationNoticeVersion}, ${posted.id}::uuid, ${at}
        from events, attempt where events.id = ${eventId}::uuid and events.is_active and attempt.count <= ${limit.most}
        on conflict (event_id, email) where status <> 'cancelled' do nothing
        returning id
      ),
      mailed as (${posted.statement})
      select attempt.count, attempt.window_ends, exists (select from added) as added from attempt`,
  )
  if (!outcome) throw new Error('registering returned no row')
  return outcome
}
