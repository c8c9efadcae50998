import { sql } from 'drizzle-orm'
import { registrationNoticeVersion } from '#contract/registrations/endpoints.ts'
import { batchConcurrentCalls } from '#server/platform/database/batch-concurrent-calls.ts'
import type { Db } from '#server/platform/database/client.ts'
import { oneStatement } from '#server/platform/database/prepared.ts'
import { attemptKey, counting, type Limit, windowOf } from '#server/platform/limits/limits.ts'
import { contentOf, type Mail, mailColumns, posting, postingTimes } from '#server/platform/mail/outbox.ts'
import { mailTurn, mailWindows } from './mail-turn-store.ts'

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
  /** False: the event is no longer there to register for. */
  open: boolean
  /** True: that is because it was cancelled. */
  cancelled: boolean
  /** Of the registration that this address has already and whose status is to be mailed again. */
  due: string | null
}

const value = (name: 'newcomers' | 'notice' | 'most' | 'pausedSince' | 'hourAgo') => sql.placeholder(name)
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
    mail_turn as (${mailTurn(
      sql`(select attempt."eventId" as event_id, attempt.email, min(nth) as nth
        from attempt join events on events.id = "eventId"
        left join event_registrations known
          on known.event_id = "eventId" and known.email = attempt.email and known.status <> 'cancelled'
        where events.is_active and events.cancelled_at is null and attempt.count <= ${value('most')}
          and (known.mailed_at is null or known.mailed_at <= ${value('pausedSince')}::timestamptz)
        group by attempt."eventId", attempt.email) as wanted`,
      { now: times.postedAt, hourAgo: value('hourAgo') },
    )}),
    added as (
      insert into event_registrations
        (id, event_id, first_name, last_name, email, phone, company_name, code, registered_at, notice_version, mail_id, mailed_at)
      select attempt.id, "eventId", "firstName", "lastName", attempt.email, phone, "companyName", code, ${times.postedAt}::timestamptz,
        ${value('notice')}, case when mail_turn.email is not null then "mailId" end,
        case when mail_turn.email is not null then ${times.postedAt}::timestamptz end
      from attempt join events on events.id = "eventId"
      left join mail_turn on mail_turn.event_id = "eventId" and mail_turn.email = attempt.email
      where events.is_active and events.cancelled_at is null and attempt.count <= ${value('most')}
      order by "eventId", attempt.email, nth
      on conflict (event_id, email) where status <> 'cancelled' do nothing
      returning id, mail_id
    ),
    mailed as (${posting(sql`attempt where id in (select id from added where mail_id is not null)`, times)}),
    due as (
      update event_registrations known set mail_due_at = ${times.postedAt}::timestamptz, mailed_at = ${times.postedAt}::timestamptz
      from mail_turn
      where known.event_id = mail_turn.event_id and known.email = mail_turn.email and known.status <> 'cancelled'
        and (known.mailed_at is null or known.mailed_at <= ${value('pausedSince')}::timestamptz)
      returning known.id, known.event_id, known.email
    )
    select attempt.count::integer, window_ends, 
      coalesce(events.is_active and events.cancelled_at is null, false) as open,
      coalesce(events.cancelled_at is not null, false) as cancelled, due.id as due
    from attempt left join events on events.id = "eventId"
    left join due on due.event_id = "eventId" and due.email = attempt.email
    order by nth`,
)

type Registering = { newcomer: Newcomer; mail: Mail; whom: string; now: Date }

/**
 * Counts the attempt, adds the registration and posts the mail, or marks the registration that this address has already: all or
 * nothing, and the same work for both, so that the time of the answer does not tell which. After a speech
 * hundreds do so at once; they share a statement.
 */
export const registering = (db: Db, limit: Limit): ((one: Registering) => Promise<Outcome>) =>
  batchConcurrentCalls((group) => {
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
      ...mailWindows(now),
    })
  })
