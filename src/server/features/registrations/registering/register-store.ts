import { sql } from 'drizzle-orm'
import { type AttendeeFields, fieldNames } from '#contract/registrations/form-fields.ts'
import { registrationNoticeVersion } from '#contract/registrations/notice.ts'
import { allInOrder } from '#server/platform/database/batching/all-in-order.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { placeholder, prepareStatement } from '#server/platform/database/prepared.ts'
import { listOf, rowsOf } from '#server/platform/database/rows.ts'
import { mailTurn, mailWindows } from '../mails/mail-turn-store.ts'
import { registrations as r } from '../tables.ts'

export type NewRow = AttendeeFields & {
  id: string
  eventId: string
  code: string
  /** True for the waiting list: all places are taken. */
  waiting: boolean
  /** Deadline for confirming the email address; null when no confirmation is needed. */
  confirmBy: Date | null
  /** Hash of the network address; null when no confirmation is needed. */
  sourceHash: string | null
  /** Id of its email, if the row is added. */
  mailId: string
}

export type Added = {
  /** False when the event no longer takes registrations. */
  open: boolean
  /** True when the event was cancelled. */
  cancelled: boolean
  /** True when the caller must post the email of this row. */
  mustMail: boolean
  /** Id of the existing registration of this address, when its status mail is due. */
  due: string | null
}

const now = sql`${placeholder('now')}::timestamptz`
const pausedSince = sql`${placeholder('pausedSince')}::timestamptz`
const turn = { now: placeholder('now'), hourAgo: placeholder('hourAgo') }
const isOpen = sql`events.is_active and events.cancelled_at is null`
// An unconfirmed registration without a kept place: registering again renews it.
const isRenewable = sql`(status = 'pending' and confirm_by is not null and (confirm_by <= ${now} or waiting_since is not null))`

const formColumns = Object.fromEntries(fieldNames.map((field) => [field, r[field]]))
const given = rowsOf('given', {
  ...{ nth: 'integer', id: r.id, eventId: r.eventId, ...formColumns, code: r.code, waiting: 'boolean' },
  ...{ confirmBy: r.confirmBy, sourceHash: r.sourceHash, mailId: r.mailId },
})

/** The live registration of a given address. */
const known = sql`(
    select id, mailed_at, ${isRenewable} as is_renewable from event_registrations
    where event_id = given."eventId" and email = given.email and status <> 'cancelled'
    limit 1
  ) known`

type Marked = { id: string; eventId: string; email: string; isMailDue: boolean }

/** Marks the existing registrations of the given addresses as due for a mail; renews lapsed ones. */
const markKnown = prepareStatement<Marked>(
  'mark-known-registrations',
  sql`with known as materialized (
      select distinct on (known.id) known.id, "eventId" as event_id, given.email, mailed_at, is_renewable, waiting, "confirmBy", "sourceHash"
      from ${given} join events on events.id = "eventId" and ${isOpen} cross join lateral ${known}
      order by known.id, nth
    ),
    mail_turn as (${mailTurn(
      sql`(select event_id, email from known where mailed_at is null or mailed_at <= ${pausedSince}) as wanted`,
      turn,
    )}),
    touched as materialized (
      select known.*, mail_turn.email is not null as is_mailed
      from known left join mail_turn on mail_turn.event_id = known.event_id and mail_turn.email = known.email
    )
    update event_registrations r set
      mail_due_at = case when is_mailed then ${now} else mail_due_at end,
      mailed_at = case when is_mailed then ${now} else r.mailed_at end,
      registered_at = case when is_renewable then ${now} else registered_at end,
      waiting_since = case when not is_renewable then waiting_since when waiting then ${now} end,
      confirm_by = case when is_renewable then "confirmBy" else confirm_by end,
      source_hash = case when is_renewable then "sourceHash" else source_hash end
    from touched
    -- By the index of the ids, however few PostgreSQL takes the registrations for.
    where r.id = touched.id and r.id = any(array(select id from touched)) and status <> 'cancelled'
      and (is_renewable or is_mailed and (r.mailed_at is null or r.mailed_at <= ${pausedSince}))
    returning r.id, r.event_id as "eventId", r.email, coalesce(mail_due_at = ${now}, false) as "isMailDue"`,
)

/** Adds a registration for each given address that has none. */
const insertNew = prepareStatement<Omit<Added, 'due'>>(
  'insert-registrations',
  sql`with given as materialized (select * from ${given}),
    mail_turn as (${mailTurn(
      sql`(select distinct "eventId" as event_id, given.email
        from given join events on events.id = "eventId" and ${isOpen} left join lateral ${known} on true
        where known.id is null) as wanted`,
      turn,
    )}),
    added as (
      insert into event_registrations
        (id, event_id, ${listOf(Object.values(formColumns).map(({ name }) => sql.identifier(name)))},
          code, registered_at, waiting_since, confirm_by, source_hash, notice_version, mail_id, mailed_at)
      select given.id, "eventId", ${listOf(fieldNames.map((field) => sql`given.${sql.identifier(field)}`))},
        code, ${now}, case when waiting then ${now} end, "confirmBy", "sourceHash", ${placeholder('notice')},
        case when mail_turn.email is not null then "mailId" end, case when mail_turn.email is not null then ${now} end
      from given join events on events.id = "eventId" and ${isOpen}
      left join mail_turn on mail_turn.event_id = "eventId" and mail_turn.email = given.email
      -- Sorted: two processes that share addresses wait for each other, never in a circle.
      order by "eventId", given.email, nth
      on conflict (event_id, email) where status <> 'cancelled' do nothing
      returning id, mail_id
    )
    select coalesce(${isOpen}, false) as open, coalesce(events.cancelled_at is not null, false) as cancelled,
      added.mail_id is not null as "mustMail"
    from given left join events on events.id = "eventId" left join added on added.id = given.id
    order by nth`,
)

/**
 * Adds each registration or marks the existing one of its address. Both statements always run, so the response time
 * does not reveal which. Returns the results in the order of the rows.
 */
export async function insertMany(tx: Tx, rows: NewRow[], at: Date): Promise<Added[]> {
  const values = {
    given: JSON.stringify(rows.map((row, nth) => ({ nth, ...row }))),
    notice: registrationNoticeVersion,
    now: at.toISOString(),
    ...mailWindows(at),
  }
  const [marked, added] = await allInOrder([markKnown(tx, values), insertNew(tx, values)])
  const due = new Map(marked.filter(({ isMailDue }) => isMailDue).map((known) => [addressKey(known), known.id]))
  return added.map((one, nth) => ({ ...one, due: due.get(addressKey(rows[nth])) ?? null }))
}

/** Map key of an address in an event. */
export const addressKey = (row: Pick<NewRow, 'eventId' | 'email'> | undefined) => `${row?.eventId} ${row?.email}`

const findRegistered = prepareStatement<{ eventId: string; email: string }>(
  'find-registered',
  sql`select found.event_id as "eventId", found.email
    from ${rowsOf('given', { eventId: r.eventId, email: r.email })}
    cross join lateral (
      select event_id, email from event_registrations
      where event_id = given."eventId" and email = given.email and status <> 'cancelled' and not ${isRenewable}
      limit 1
    ) found`,
)

/** Addresses that already have a registration or a kept place, so they need no new place. */
export const listRegistered = (tx: Tx, rows: Pick<NewRow, 'eventId' | 'email'>[], at: Date) =>
  findRegistered(tx, {
    given: JSON.stringify(rows.map(({ eventId, email }) => ({ eventId, email }))),
    now: at.toISOString(),
  })
