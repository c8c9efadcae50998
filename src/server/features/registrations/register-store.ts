import { sql } from 'drizzle-orm'
import { registrationNoticeVersion } from '#contract/registrations/endpoints.ts'
import { type Db, oneStatement } from '#server/platform/database/client.ts'
import { attemptValues, counting, type Limit } from '#server/platform/limits/limits.ts'
import { type Mail, mailValues, posting } from '#server/platform/mail/outbox.ts'

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

const value = (name: keyof Newcomer | 'notice' | 'at' | 'most' | 'mailId') => sql.placeholder(name)

const register = oneStatement<Outcome>(
  'register',
  sql`with attempt as (${counting({
    attemptKey: sql.placeholder('attemptKey'),
    attemptAt: sql.placeholder('attemptAt'),
    attemptEnds: sql.placeholder('attemptEnds'),
  })}),
    added as (
      insert into event_registrations
        (id, event_id, first_name, last_name, email, phone, company_name, code, registered_at, notice_version, mail_id, mailed_at)
      select ${value('id')}::uuid, events.id, ${value('firstName')}, ${value('lastName')}, ${value('email')}, ${value('phone')},
        ${value('companyName')}, ${value('code')}, ${value('at')}::timestamptz, ${value('notice')}, ${value('mailId')}::uuid,
        ${value('at')}::timestamptz
      from events, attempt
      where events.id = ${value('eventId')}::uuid and events.is_active and attempt.count <= ${value('most')}
      on conflict (event_id, email) where status <> 'cancelled' do nothing
      returning id
    ),
    mailed as (${posting(sql`added`)})
    select attempt.count, attempt.window_ends, exists (select from added) as added from attempt`,
)

/** Counts the attempt, adds the registration unless one lives for this address, and posts the mail: all or nothing. */
export async function add(
  db: Db,
  newcomer: Newcomer,
  mail: Mail,
  limit: Limit & { whom: string },
  now: Date,
): Promise<Outcome> {
  const [outcome] = await register(db, {
    ...newcomer,
    ...attemptValues(limit, limit.whom, now),
    ...mailValues(mail, now),
    at: now.toISOString(),
    notice: registrationNoticeVersion,
    most: limit.most,
  })
  if (!outcome) throw new Error('registering returned no row')
  return outcome
}
