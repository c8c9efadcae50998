import { sql } from 'drizzle-orm'
import { registrationNoticeVersion } from '#contract/registrations/endpoints.ts'
import { type Db, oneStatement } from '#server/platform/database/client.ts'
import { together } from '#server/platform/database/together.ts'
import { attemptKey, counting, type Limit, windowOf } from '#server/platform/limits/limits.ts'
import { contentOf, type Mail, mailColumns, posting, postingTimes } from '#server/platform/mail/outbox.ts'

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

const value = (name: 'newcomers' | 'notice' | 'most') => sql.placeholder(name)
const window = { windowStarts: sql.placeholder('windowStarts'), windowEnds: sql.placeholder('windowEnds') }
const times = { postedAt: sql.placeholder('postedAt'), giveUpAt: sql.placeholder('giveUpAt') }

// Sorted before they are written: two processes that share addresses wait for each other, never in a circle.
const register = oneStatement<Outcome>(
  'register',
  sql`with given as materialized (
      select *, count(*) over same as same_source, row_number() over (same order by nth) as turn
      from jsonb_to_recordset(${value('newcomers')}::jsonb) as newcomer(
        nth integer, id uuid, "eventId" uuid, "firstName" text, "lastName" text, email text, phone text, "companyName" text,
        code text, attempt_key text, ${sql.raw(mailColumns)})
      window same as (partition by attempt_key)
    ),
    counted as (${counting(sql`given`, window)}),
    attempt as (
      select given.*, counted.count - same_source + turn as count, window_ends from given join counted on key = attempt_key
    ),
    added as (
      insert into event_registrations
        (id, event_id, first_name, last_name, email, phone, company_name, code, registered_at, notice_version, mail_id, mailed_at)
      select attempt.id, "eventId", "firstName", "lastName", email, phone, "companyName", code, ${times.postedAt}::timestamptz,
        ${value('notice')}, "mailId", ${times.postedAt}::timestamptz
      from attempt join events on events.id = "eventId"
      where events.is_active and attempt.count <= ${value('most')}
      order by "eventId", email, nth
      on conflict (event_id, email) where status <> 'cancelled' do nothing
      returning id
    ),
    mailed as (${posting(sql`attempt where id in (select id from added)`, times)})
    select attempt.count::integer, window_ends, id in (select id from added) as added from attempt order by nth`,
)

type Registering = { newcomer: Newcomer; mail: Mail; whom: string; now: Date }

/**
 * Counts the attempt, adds the registration unless one lives for this address, and posts the mail: all or nothing. After a speech
 * hundreds do so at once; they share a statement.
 */
export const registering = (db: Db, limit: Limit): ((one: Registering) => Promise<Outcome>) =>
  together((group) => {
    const now = group[0]?.now ?? new Date()
    const newcomers = group.map(({ newcomer, mail, whom }, nth) => ({
      nth,
      ...newcomer,
      attempt_key: attemptKey(limit, whom),
      ...contentOf(mail),
    }))
    return register(db, {
      newcomers: JSON.stringify(newcomers),
      ...windowOf(limit, now),
      ...postingTimes(now),
      notice: registrationNoticeVersion,
      most: limit.most,
    })
  })
