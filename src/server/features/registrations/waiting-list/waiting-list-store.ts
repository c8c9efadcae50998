import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { events } from '#server/features/events/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { isPending, isPlaceKept } from '../conditions-store.ts'
import type { Row } from '../store.ts'
import { registrations as r } from '../tables.ts'

const hasOpenOffer = (now: Date): SQL | undefined => and(isPending, gt(r.offerExpiresAt, now))

export type Places = {
  approved: number
  offered: number
  /** Pending registrations from while there was room, confirmed or still in time to confirm: each keeps a place. */
  undecided: number
}

/** Requires a locked event, so that nobody else assigns places meanwhile. */
export async function countPlaces(tx: Tx, eventId: string, now: Date): Promise<Places> {
  const count = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})::int`
  const [counted] = await tx
    .select({
      approved: count(eq(r.status, 'approved')),
      offered: count(hasOpenOffer(now)),
      undecided: count(isPlaceKept(now)),
    })
    .from(r)
    .where(eq(r.eventId, eventId))
  if (!counted) throw new Error('a count returned no row')
  return counted
}

const isNextToOffer = and(isPending, isNotNull(r.waitingSince), isNull(r.offeredAt))

/** Locks the registrations that wait longest and have had no offer. */
export async function lockNextWaiting(tx: Tx, eventId: string, limit: number): Promise<Row[]> {
  return tx
    .select()
    .from(r)
    .where(and(eq(r.eventId, eventId), isNextToOffer))
    .orderBy(asc(r.registeredAt), asc(r.id))
    .limit(limit)
    .for('no key update')
}

/** Withdraws the newest offers when there are fewer places; their attendees wait again for the next place. */
export async function withdrawNewestOffers(tx: Tx, eventId: string, limit: number, now: Date): Promise<number> {
  const newest = await tx
    .select({ id: r.id })
    .from(r)
    .where(and(eq(r.eventId, eventId), hasOpenOffer(now)))
    .orderBy(desc(r.offeredAt), desc(r.registeredAt), desc(r.id))
    .limit(limit)
    .for('no key update')
  const ids = newest.map(({ id }) => id)
  if (ids.length > 0) await tx.update(r).set({ offeredAt: null, offerExpiresAt: null }).where(inArray(r.id, ids))
  return ids.length
}

/** Keeps the first `places` undecided registrations and moves all later ones to the waiting list. */
export async function moveToWaitingList(tx: Tx, eventId: string, places: number, now: Date): Promise<number> {
  const beyond = await tx
    .select({ id: r.id })
    .from(r)
    .where(and(eq(r.eventId, eventId), isPlaceKept(now)))
    // Unconfirmed registrations give way first.
    .orderBy(sql`${r.confirmBy} is not null`, asc(r.registeredAt), asc(r.id))
    .offset(places)
    .for('no key update')
  const ids = beyond.map(({ id }) => id)
  if (ids.length > 0) await tx.update(r).set({ waitingSince: now }).where(inArray(r.id, ids))
  return ids.length
}

/** Events that may have a place to offer; the sweep makes up for a lost job. */
export async function listEventsWithPending(db: Db, now: Date): Promise<string[]> {
  const found = await db
    .selectDistinct({ id: events.id })
    .from(events)
    .innerJoin(r, and(eq(r.eventId, events.id), isPending))
    .where(
      and(
        isNotNull(events.capacity),
        eq(events.isActive, true),
        isNull(events.cancelledAt),
        gt(events.offerHours, 0),
        sql`coalesce(${events.eventDate} > ${now.toISOString()}::timestamptz, true)`,
      ),
    )
  return found.map(({ id }) => id)
}

export async function countOffered(db: Db, eventId: string, now: Date): Promise<number> {
  return db.$count(r, and(eq(r.eventId, eventId), hasOpenOffer(now)))
}
