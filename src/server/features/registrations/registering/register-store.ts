import { sql } from 'drizzle-orm'
import { registrationNoticeVersion } from '#contract/registrations/endpoints.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { placeholder, prepareStatement } from '#server/platform/database/prepared.ts'
import { mailTurn, mailWindows } from '../mails/mail-turn-store.ts'

export type NewRow = {
  id: string
  eventId: string
  firstName: string
  lastName: string
  email: string
  phone: string
  companyName: string | null
  code: string
  /** Told that all places are taken. */
  waiting: boolean
  /** Until when its email address has to be confirmed; null where that is not asked. */
  confirmBy: Date | null
  /** Who registers, where it has to be confirmed. */
  sourceHash: string | null
  /** Of the email about it, if it is added. */
  mailId: string
}

export type Added = {
  /** False: the event is no longer there to register for. */
  open: boolean
  /** True: that is because it was cancelled. */
  cancelled: boolean
  /** Whether the email of its row is to be posted now. */
  isMailed: boolean
  /** Of the registration that this address has already and whose status is to be mailed again. */
  due: string | null
}

const now = sql`${placeholder('now')}::timestamptz`
const pausedSince = sql`${placeholder('pausedSince')}::timestamptz`
// Nobody keeps a place for it: it can be given one as if it came for the first time.
const isRenewable = sql`(status = 'pending' and confirm_by is not null and (confirm_by <= ${now} or waiting_since is not null))`

const isPauseOver = sql`(mailed_at is null or mailed_at <= ${pausedSince})`

// Sorted before they are written: two processes that share addresses wait for each other, never in a circle.
const insertRegistrations = prepareStatement<Added>(
  'insert-registrations',
  sql`with given as materialized (
      select * from jsonb_to_recordset(${placeholder('rows')}::jsonb) as given_row(
        nth integer, id uuid, "eventId" uuid, "firstName" text, "lastName" text, email text, phone text, "companyName" text,
        code text, waiting boolean, "confirmBy" timestamptz, "sourceHash" text, "mailId" uuid)
    ),
    known as materialized (
      select found.id, event_id, email, mailed_at, is_renewable
      from (select distinct "eventId" as event_id, email from given) address
      cross join lateral (
        select id, mailed_at, ${isRenewable} as is_renewable from event_registrations
        where event_id = address.event_id and email = address.email and status <> 'cancelled'
        limit 1
      ) found
    ),
    mail_turn as (${mailTurn(
      sql`(select given."eventId" as event_id, given.email
        from given join events on events.id = "eventId"
        left join known on known.event_id = "eventId" and known.email = given.email
        where events.is_active and events.cancelled_at is null
          and (known.id is null or known.mailed_at is null or known.mailed_at <= ${pausedSince})
        group by given."eventId", given.email) as wanted`,
      { now: placeholder('now'), hourAgo: placeholder('hourAgo') },
    )}),
    added as (
      insert into event_registrations
        (id, event_id, first_name, last_name, email, phone, company_name, code, registered_at, waiting_since, confirm_by, source_hash,
          notice_version, mail_id, mailed_at)
      select given.id, "eventId", "firstName", "lastName", given.email, phone, "companyName", code, ${now}, case when waiting then ${now} end, "confirmBy", "sourceHash",
        ${placeholder('notice')}, case when mail_turn.email is not null then "mailId" end, case when mail_turn.email is not null then ${now} end
      from given join events on events.id = "eventId"
      left join mail_turn on mail_turn.event_id = "eventId" and mail_turn.email = given.email
      where events.is_active and events.cancelled_at is null
      order by "eventId", given.email, nth
      on conflict (event_id, email) where status <> 'cancelled' do nothing
      returning id, mail_id
    ),
    renewal as (
      select distinct on (known.id) known.id, case when waiting then ${now} end as waiting_since, "confirmBy" as confirm_by, "sourceHash" as source_hash
      from known join given on "eventId" = known.event_id and given.email = known.email
      join events on events.id = "eventId" and events.is_active and events.cancelled_at is null
      where is_renewable order by known.id, nth
    ),
    touched as materialized (
      select known.id, mail_turn.email is not null as is_mailed, renewal.id is not null as is_renewed,
        renewal.waiting_since, renewal.confirm_by, renewal.source_hash
      from known left join mail_turn on mail_turn.event_id = known.event_id and mail_turn.email = known.email
      left join renewal on renewal.id = known.id
      where mail_turn.email is not null or renewal.id is not null
    ),
    due as (
      update event_registrations known_row set
        mail_due_at = case when is_mailed and ${isPauseOver} then ${now} else mail_due_at end,
        mailed_at = case when is_mailed and ${isPauseOver} then ${now} else mailed_at end,
        registered_at = case when is_renewed then ${now} else registered_at end,
        waiting_since = case when is_renewed then touched.waiting_since else known_row.waiting_since end,
        confirm_by = case when is_renewed then touched.confirm_by else known_row.confirm_by end,
        source_hash = case when is_renewed then touched.source_hash else known_row.source_hash end
      from touched
      -- By the index of the ids, however few PostgreSQL takes the registrations for.
      where known_row.id = touched.id and known_row.id = any(array(select id from touched)) and status <> 'cancelled'
        and (is_renewed or (is_mailed and ${isPauseOver}))
      returning known_row.id, event_id, email, coalesce(mail_due_at = ${now}, false) as is_mail_due
    )
    select coalesce(events.is_active and events.cancelled_at is null, false) as open,
      coalesce(events.cancelled_at is not null, false) as cancelled, added.mail_id is not null as "isMailed", case when is_mail_due then due.id end as due
    from given left join events on events.id = "eventId"
    left join added on added.id = given.id
    left join due on due.event_id = "eventId" and due.email = given.email
    order by nth`,
)

/**
 * Adds each registration, or marks the one that its address has already: the same work for both, so that the time of the answer
 * does not tell which. Answers in the order of the rows.
 */
export const insertMany = (tx: Tx, rows: NewRow[], at: Date): Promise<Added[]> =>
  insertRegistrations(tx, {
    rows: JSON.stringify(rows.map((row, nth) => ({ nth, ...row }))),
    notice: registrationNoticeVersion,
    now: at.toISOString(),
    ...mailWindows(at),
  })

const findRegistered = prepareStatement<{ eventId: string; email: string }>(
  'find-registered',
  sql`select found.event_id as "eventId", found.email
    from jsonb_to_recordset(${placeholder('rows')}::jsonb) as given("eventId" uuid, email text)
    cross join lateral (
      select event_id, email from event_registrations
      where event_id = given."eventId" and email = given.email and status <> 'cancelled' and not ${isRenewable}
      limit 1
    ) found`,
)

/** Those of the addresses that have a registration or a place kept already: they need no place. */
export const listRegistered = (tx: Tx, rows: Pick<NewRow, 'eventId' | 'email'>[], at: Date) =>
  findRegistered(tx, {
    rows: JSON.stringify(rows.map(({ eventId, email }) => ({ eventId, email }))),
    now: at.toISOString(),
  })
