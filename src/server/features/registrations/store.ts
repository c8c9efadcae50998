import { and, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { RegistrationStatus, registrationOrders } from '#contract/registrations/endpoints.ts'
import { users } from '#server/features/auth/tables.ts'
import { endOfEvent } from '#server/features/events/service.ts'
import { events } from '#server/features/events/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { after, type ListQuery, orderBy, positionIn } from '#server/platform/database/keyset.ts'
import { placeholder, prepareStatement } from '#server/platform/database/prepared.ts'
import { rowsOf } from '#server/platform/database/rows.ts'
import { containing, containingPlain, toPlainText } from '#server/platform/database/search.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import { isConfirmed, isPending, isUnconfirmed } from './conditions-store.ts'
import { registrations as r } from './tables.ts'

export type Row = typeof r.$inferSelect
type Changes = Partial<typeof r.$inferInsert>

const nameOfDecider = sql<
  string | null
>`coalesce(nullif(trim(concat_ws(' ', ${users.firstName}, ${users.lastName})), ''), ${users.email})`

/** A registration with its decider and the delivery state of its last mail. */
const columnsWithNames = { row: r, decidedBy: nameOfDecider, template: outbox.template, mailState: outbox.state }
export type RegistrationWithNames = {
  row: Row
  decidedBy: string | null
  template: string | null
  mailState: 'queued' | 'sent' | 'failed' | null
}

export async function find(db: Db, eventId: string, id: string): Promise<Row | undefined> {
  const [row] = await db.select().from(r).where(of(eventId, id))
  return row
}

export async function findByCode(db: Db, eventId: string, code: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(r)
    .where(and(eq(r.eventId, eventId), eq(r.code, code)))
  return row
}

export async function findWithNames(db: Db, eventId: string, id: string): Promise<RegistrationWithNames | undefined> {
  const [found] = await withNames(db).where(of(eventId, id))
  return found
}

export async function lock(tx: Tx, eventId: string, id: string): Promise<Row | undefined> {
  const [row] = await tx.select().from(r).where(of(eventId, id)).for('no key update')
  return row
}

/** Returns the undecided registrations of `ids` in the order of registering. */
export async function listPendingInOrder(db: Db, eventId: string, ids: string[]): Promise<string[]> {
  const found = await db
    .select({ id: r.id })
    .from(r)
    .where(and(eq(r.eventId, eventId), inArray(r.id, ids), isPending))
    .orderBy(r.registeredAt, r.id)
  return found.map(({ id }) => id)
}

/** Locks in the order of registering. The caller holds the lock of the event, so two administrators cannot deadlock. */
export async function lockPending(tx: Tx, eventId: string, ids: string[]): Promise<Row[]> {
  return tx
    .select()
    .from(r)
    .where(and(eq(r.eventId, eventId), inArray(r.id, ids), isPending, isNull(r.cancellationMailedAt)))
    .orderBy(r.registeredAt, r.id)
    .for('no key update')
}

export async function update(tx: Tx, id: string, changes: Changes): Promise<Row> {
  const [row] = await tx.update(r).set(changes).where(eq(r.id, id)).returning()
  if (!row) throw new Error('update returned no row')
  return row
}

export async function setMailsOff(tx: Tx, id: string, mailsOffAt: Date | null) {
  await tx.update(r).set({ mailsOffAt }).where(eq(r.id, id))
}

type LastMail = { registrationId: string; mailId: string }

/** Saves the last mail of each registration; organisers see its delivery. */
export const saveLastMails = (tx: Tx, mails: LastMail[], now: Date) => updateLastMails(tx, mails, now, sql``)

export const saveCancellationMails = (tx: Tx, mails: LastMail[], now: Date) =>
  updateLastMails(tx, mails, now, sql`, mail_due_at = null, cancellation_mailed_at = ${now.toISOString()}::timestamptz`)

/** Clears the due time of a registration; undefined when another process was faster. */
export async function takeDue(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx
    .update(r)
    .set({ mailDueAt: null })
    .where(and(eq(r.id, id), isNotNull(r.mailDueAt)))
    .returning()
  return row
}

export async function dueBefore(db: Db, at: Date): Promise<string[]> {
  const found = await db.select({ id: r.id }).from(r).where(lte(r.mailDueAt, at)).limit(500)
  return found.map(({ id }) => id)
}

/** The delivery state of the last mail; undefined when none is known. */
export async function mailState(db: Db, { mailId }: Row): Promise<'queued' | 'sent' | 'failed' | undefined> {
  if (!mailId) return undefined
  const [mail] = await db.select({ state: outbox.state }).from(outbox).where(eq(outbox.id, mailId))
  return mail?.state
}

type Column = (typeof registrationOrders)[number]
const columns: Record<Column, SQL[]> = {
  registeredAt: [sql`${r.registeredAt}`],
  lastName: [toPlainText(r.lastName), toPlainText(r.firstName)],
  email: [sql`${r.email}`],
  companyName: [toPlainText(sql`coalesce(${r.companyName}, '')`)],
  status: [sql`${r.status}`],
  checkedInAt: [sql`coalesce(${r.checkedInAt}, '-infinity')`],
}

type Query = ListQuery<Column> & { status?: RegistrationStatus; checkedIn?: 'yes' | 'no'; confirmed?: 'no' }

export async function rows(
  db: Db,
  eventId: string,
  { q, status, checkedIn, confirmed, column, descending, limit, offset, position }: Query,
) {
  const condition = and(
    eq(r.eventId, eventId),
    confirmed === 'no' ? isUnconfirmed : isConfirmed,
    status && eq(r.status, status),
    checkedIn && eq(r.checkedIn, checkedIn === 'yes'),
    q ? containingPlain(q, r.foundBy) : undefined,
  )
  const order = { by: [...columns[column], r.id], descending }
  // Join names and mails to one page only, not to every sorted row.
  const page = db
    .select({ id: r.id, position: positionIn(order) })
    .from(r)
    .where(and(condition, after(order, position)))
    .orderBy(...orderBy(order))
    .limit(limit + 1)
    .offset(offset)
    .as('page')
  const [found, [counted]] = await Promise.all([
    db
      .select({ ...columnsWithNames, position: page.position })
      .from(r)
      .innerJoin(page, eq(page.id, r.id))
      .leftJoin(users, eq(users.id, r.decidedBy))
      .leftJoin(outbox, eq(outbox.id, r.mailId))
      .orderBy(...orderBy(order)),
    db.select({ total: sql<number>`count(*)::int` }).from(r).where(condition),
  ])
  return { rows: found, total: counted?.total ?? 0 }
}

export async function failedMails(db: Db, eventId: string): Promise<string[]> {
  const found = await db
    .select({ id: outbox.id })
    .from(r)
    .innerJoin(outbox, eq(outbox.id, r.mailId))
    .where(and(eq(r.eventId, eventId), eq(outbox.state, 'failed')))
  return found.map(({ id }) => id)
}

/** Atomic: only one of two concurrent scans has an effect. */
export async function checkIn(tx: Tx, id: string, at: Date): Promise<Row | undefined> {
  const [row] = await tx
    .update(r)
    .set({ checkedIn: true, checkedInAt: at })
    .where(and(eq(r.id, id), eq(r.checkedIn, false), eq(r.status, 'approved')))
    .returning()
  return row
}

export type CodeCheckIn = { registrationId: string; eventId: string; issue: number; at: Date }
export type CheckedIn = { nth: number; id: string; firstName: string; lastName: string; companyName: string | null }

// Lock in the order of the ids, so that two processes with the same people cannot deadlock.
const checkInManyStatement = prepareStatement<CheckedIn>(
  'check-in-many',
  sql`with given as materialized (
      select nth, "registrationId" as id, "eventId" as event_id, issue, at
      from ${rowsOf('scan', { nth: 'integer', registrationId: r.id, eventId: r.eventId, issue: r.issue, at: 'timestamptz' })}
    ),
    allowed as (
      select distinct on (id) id, nth, at
      from (
        select r.id, nth, at from ${r} r join given on given.id = r.id and given.event_id = r.event_id and given.issue = r.issue
        -- By the index of the ids, however many people the event has: nobody can tell from the JSON how few these are.
        where r.id = any(${placeholder('ids')}::uuid[]) and r.status = 'approved' and not r.checked_in
        order by r.id, nth for no key update of r
      ) locked
      order by id, nth
    )
    update ${r} set checked_in = true, checked_in_at = allowed.at
    from allowed where ${r.id} = allowed.id
    returning allowed.nth, ${r.id}, first_name as "firstName", last_name as "lastName", company_name as "companyName"`,
)

/** Checks in by codes with their issue numbers. Only the first of several scans of one person has an effect. */
export const checkInMany = (tx: Tx, scans: CodeCheckIn[]): Promise<CheckedIn[]> =>
  checkInManyStatement(tx, {
    scan: JSON.stringify(scans.map((scan, nth) => ({ nth, ...scan }))),
    ids: scans.map(({ registrationId }) => registrationId),
  })

export async function undoCheckIn(tx: Tx, id: string): Promise<Row | undefined> {
  const [row] = await tx
    .update(r)
    .set({ checkedIn: false, checkedInAt: null })
    .where(and(eq(r.id, id), eq(r.checkedIn, true)))
    .returning()
  return row
}

const byName = [toPlainText(r.lastName), toPlainText(r.firstName), r.id]

export async function approved(db: Db, eventId: string): Promise<Row[]> {
  return db
    .select()
    .from(r)
    .where(and(eq(r.eventId, eventId), eq(r.status, 'approved')))
    .orderBy(...byName)
}

export async function everIssued(db: Db, eventId: string): Promise<Row[]> {
  return db
    .select()
    .from(r)
    .where(and(eq(r.eventId, eventId), or(eq(r.status, 'approved'), gt(r.issue, 0))))
    .orderBy(r.id)
}

export async function searchApproved(db: Db, eventId: string, q: string, limit: number): Promise<Row[]> {
  // The search compares names only; the generated column `foundBy` is a fast prefilter.
  const named = [containingPlain(q, r.foundBy), containing(q, sql`${r.firstName} || ' ' || ${r.lastName}`)]
  return db
    .select()
    .from(r)
    .where(and(eq(r.eventId, eventId), eq(r.status, 'approved'), ...named))
    .orderBy(...byName)
    .limit(limit)
}

/**
 * Deletes a batch of due registrations, as promised above the button: all of them 90 days after the event, rejected
 * and cancelled ones after 30. Small batches keep locks short.
 */
export async function forget(tx: Tx, now: Date, limit: number): Promise<Pick<Row, 'email' | 'eventId'>[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const due = tx
    .select({ id: r.id })
    .from(r)
    .innerJoin(events, eq(events.id, r.eventId))
    .where(
      or(
        sql`${endOfEvent} <= ${at} - interval '90 days'`,
        and(inArray(r.status, ['rejected', 'cancelled']), sql`${endOfEvent} <= ${at} - interval '30 days'`),
      ),
    )
    .limit(limit)
    .for('update', { of: r, skipLocked: true })
  const ids = (await due).map(({ id }) => id)
  if (ids.length === 0) return []
  return tx.delete(r).where(inArray(r.id, ids)).returning({ email: r.email, eventId: r.eventId })
}

/** Mails that registrations still refer to. */
export const mailsInUse = sql`select ${r.mailId} from ${r} where ${r.mailId} is not null`

const withNames = (db: Db) =>
  db
    .select(columnsWithNames)
    .from(r)
    .leftJoin(users, eq(users.id, r.decidedBy))
    .leftJoin(outbox, eq(outbox.id, r.mailId))

/** Filters by event too: an id of another event must not be found. */
const of = (eventId: string, id: string) => and(eq(r.id, id), eq(r.eventId, eventId))

async function updateLastMails(tx: Tx, mails: LastMail[], now: Date, more: SQL) {
  await tx.execute(sql`
    update ${r} set mail_id = posted."mailId", mailed_at = ${now.toISOString()}::timestamptz${more}
    from ${rowsOf('posted', { mailId: r.mailId, registrationId: r.id }, mails)}
    where ${r.id} = posted."registrationId"`)
}
