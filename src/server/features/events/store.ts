import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { defaultDuration } from '#contract/events/rules.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { prepareQuery } from '#server/platform/database/prepared.ts'
import { eventCounts, events } from './tables.ts'

export type Event = typeof events.$inferSelect
export type Counts = { total: number; pending: number; approved: number; checkedIn: number }
export type EventWithAvailability = { event: Event; full: boolean }
export type EventWithCounts = EventWithAvailability & { counts: Counts }

const kept = (column: PgColumn) => sql<number>`coalesce(${column}, 0)`
const pending = kept(eventCounts.pending)
const approved = kept(eventCounts.approved)
const counts = {
  total: sql<number>`${pending} + ${approved} + ${kept(eventCounts.rejected)}`,
  pending,
  approved,
  checkedIn: kept(eventCounts.checkedIn),
}

const ownCounts = eq(eventCounts.eventId, events.id)

/** `endOf` of the contract, for PostgreSQL. */
export const endOfEvent: SQL = sql`coalesce(${events.endsAt}, ${events.eventDate} + interval '${sql.raw(String(defaultDuration))} hours')`

export async function active(db: Db, now: Date, limit = 1_000): Promise<EventWithAvailability[]> {
  return db
    .select({ event: events, full: isFull(now) })
    .from(events)
    .leftJoin(eventCounts, ownCounts)
    .where(eq(events.isActive, true))
    .orderBy(...nextFirst(now))
    .limit(limit)
}

export async function all(db: Db, now: Date): Promise<EventWithCounts[]> {
  return db
    .select({ event: events, full: isFull(now), counts })
    .from(events)
    .leftJoin(eventCounts, ownCounts)
    .orderBy(...nextFirst(now))
}

const findById = prepareQuery('find-event', (db) =>
  db
    .select()
    .from(events)
    .where(eq(events.id, sql.placeholder('key'))),
)
const findByShortCode = prepareQuery('find-event-by-short-code', (db) =>
  db
    .select()
    .from(events)
    .where(eq(events.shortCode, sql.placeholder('key'))),
)

export async function find(db: Db, key: string): Promise<Event | undefined> {
  const [event] = key.length === 8 ? await findByShortCode(db, { key: key.toLowerCase() }) : await findById(db, { key })
  return event
}

export async function findWithAvailability(db: Db, key: string, now: Date): Promise<EventWithAvailability | undefined> {
  const [seen] = await db
    .select({ event: events, full: isFull(now) })
    .from(events)
    .leftJoin(eventCounts, ownCounts)
    .where(named(key))
  return seen
}

export async function findWithCounts(db: Db, key: string, now: Date): Promise<EventWithCounts | undefined> {
  const [found] = await db
    .select({ event: events, full: isFull(now), counts })
    .from(events)
    .leftJoin(eventCounts, ownCounts)
    .where(named(key))
  return found
}

/** Events that begin between the two moments and are not cancelled. */
export async function listStartingBetween(db: Db, from: Date, to: Date): Promise<Event[]> {
  return db
    .select()
    .from(events)
    .where(and(gt(events.eventDate, from), lte(events.eventDate, to), isNull(events.cancelledAt)))
    .orderBy(asc(events.eventDate), asc(events.id))
}

/** `no key update` is weaker than a deletion's lock: registrations still arrive while somebody edits. */
export async function lock(tx: Tx, id: string): Promise<Event | undefined> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('no key update')
  return event
}

/** Waits for every transaction that adds to the event. Upgrading a weaker lock would deadlock with them. */
export async function lockToRemove(tx: Tx, id: string): Promise<Event | undefined> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  return event
}

/** Locks in the order of the ids, which prevents deadlocks. */
export async function lockMany(tx: Tx, ids: string[]): Promise<Event[]> {
  return tx.select().from(events).where(inArray(events.id, ids)).orderBy(asc(events.id)).for('no key update')
}

/** Free places per event: neither approved, pending nor kept. The number is negative when more are taken than exist. */
export async function countFree(tx: Tx, ids: string[], now: Date): Promise<{ eventId: string; free: number }[]> {
  return tx
    .select({ eventId: events.id, free: sql<number>`${events.capacity} - ${taken(now)}` })
    .from(events)
    .leftJoin(eventCounts, ownCounts)
    .where(and(inArray(events.id, ids), isNotNull(events.capacity)))
}

/** Undefined when the short code is taken. */
export async function insert(tx: Tx, event: typeof events.$inferInsert): Promise<Event | undefined> {
  const [created] = await tx.insert(events).values(event).onConflictDoNothing({ target: events.shortCode }).returning()
  return created
}

export async function update(tx: Tx, id: string, changes: Partial<typeof events.$inferInsert>): Promise<Event> {
  const [changed] = await tx.update(events).set(changes).where(eq(events.id, id)).returning()
  if (!changed) throw new Error('update returned no row')
  return changed
}

export async function remove(tx: Tx, id: string) {
  await tx.delete(events).where(eq(events.id, id))
}

/** Includes the places kept for unconfirmed registrations. */
const taken = (now: Date) =>
  sql<number>`(${pending} + ${approved} + held_places(${events.id}, ${now.toISOString()}::timestamptz))`
const isFull = (now: Date) => sql<boolean>`(${events.capacity} is not null and ${taken(now)} >= ${events.capacity})`

/** Order: upcoming events, events without a date, past events with the latest first, cancelled events. */
function nextFirst(now: Date): SQL[] {
  const over = sql`${endOfEvent} <= ${now.toISOString()}::timestamptz`
  return [
    sql`case when ${events.cancelledAt} is not null then 3 when ${events.eventDate} is null then 1 when ${over} then 2 else 0 end`,
    sql`case when ${over} then -extract(epoch from ${events.eventDate}) else extract(epoch from ${events.eventDate}) end`,
    asc(events.createdAt),
    asc(events.id),
  ]
}

const named = (key: string) => (key.length === 8 ? eq(events.shortCode, key.toLowerCase()) : eq(events.id, key))
