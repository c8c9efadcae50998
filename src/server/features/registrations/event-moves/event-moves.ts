import type { z } from 'zod'
import type { EventChanges } from '#contract/events/endpoints.ts'
import { isOver } from '#contract/events/rules.ts'
import * as events from '#server/features/events/service.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import { enqueue, type JobKind } from '#server/platform/jobs/queue.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { movedMail } from '../notices/notice-mails.ts'
import { withdrawNotices } from '../notices/notice-store.ts'
import { postNotices } from '../notices/post-notices.ts'
import type { WhenAndWhere } from '../tables.ts'
import * as store from './move-store.ts'

/** What is changed within this time of each other is told in one email, and not later than the second. */
const collectedFor = minutes(5)
const longestWait = minutes(30)
const batchSize = 100

const mailMovedEvent = 'mail-moved-event'

/** Behind the event the moment that the job waits for: each change has its own. */
export const moveMailJob: JobKind = {
  kind: mailMovedEvent,
  run: (platform, key, stopping) => tellAttendees(platform, key.split(' ')[0] ?? '', stopping),
}

/** Edits an event; where its date or place changes, everyone who is registered is told a few minutes later. */
export async function edit(
  { db, ...platform }: Platform,
  actor: Actor,
  id: string,
  changes: z.output<typeof EventChanges>,
) {
  return db.transaction(async (tx) => {
    const before = await events.lock(tx, id)
    const edited = await events.edit({ ...platform, db: tx }, actor, id, changes)
    const event = before && (await events.findByKey(tx, id))
    if (event) await collectMove(tx, before, event, platform.clock.now())
    return edited
  })
}

const whenAndWhere = ({ eventDate, endsAt, place }: events.Event): WhenAndWhere => ({
  eventDate: eventDate?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
  place,
})

const isSame = (one: WhenAndWhere, other: WhenAndWhere) =>
  one.eventDate === other.eventDate && one.endsAt === other.endsAt && one.place === other.place

/** For an event that is locked. */
async function collectMove(tx: Tx, before: events.Event, event: events.Event, now: Date) {
  if (isSame(whenAndWhere(before), whenAndWhere(event)) || isOver(before, now)) return
  // A reminder that has not left names the old date or place; it is made anew if it is still due.
  await withdrawNotices(tx, { eventId: event.id }, ['reminder'])
  const open = await store.findOpen(tx, event.id)
  // Moved back before anybody was told.
  if (open && isSame(open.before, whenAndWhere(event))) return store.remove(tx, open)
  const latest = after(open?.createdAt ?? now, longestWait).getTime()
  const dueAt = new Date(Math.min(after(now, collectedFor).getTime(), latest))
  if (open) await store.postpone(tx, open, { changedAt: now, dueAt })
  else
    await store.insert(tx, {
      eventId: event.id,
      before: whenAndWhere(before),
      createdAt: now,
      changedAt: now,
      dueAt,
    })
  await enqueue(tx, { kind: mailMovedEvent, key: `${event.id} ${dueAt.toISOString()}`, runAt: dueAt }, now)
}

/** What a crash cut off, and jobs that were lost. */
export async function sweepMoves(platform: Platform) {
  for (const eventId of await store.listEventsWithDue(platform.db, platform.clock.now()))
    await tellAttendees(platform, eventId)
}

export async function tellAttendees(platform: Platform, eventId: string, stopping?: AbortSignal) {
  await startDue(platform, eventId)
  for (const move of await store.listUnfinished(platform.db, eventId)) {
    const untold = await store.listUntold(platform.db, move)
    for (let start = 0; start < untold.length; start += batchSize) {
      stopping?.throwIfAborted()
      await tellBatch(platform, move, untold.slice(start, start + batchSize))
    }
    await finish(platform, move)
  }
}

/** Undone changes are no longer waited for: what the event says now is what people are told. */
async function startDue({ db, clock }: Platform, eventId: string) {
  await db.transaction(async (tx) => {
    const event = await events.lock(tx, eventId)
    const open = event && (await store.findOpen(tx, eventId))
    if (!open) return
    const now = await readDatabaseTime(tx, clock)
    // They are told of the cancellation instead.
    if (event.cancelledAt) await store.remove(tx, open)
    else if (open.dueAt <= now) await store.start(tx, open, whenAndWhere(event), now)
  })
}

function tellBatch({ db, clock, config }: Platform, move: store.Move, ids: string[]): Promise<void> {
  return db.transaction(async (tx) => {
    const event = await events.lock(tx, move.eventId)
    if (!event || event.cancelledAt || !move.after) return
    const now = clock.now()
    const told = { ...event, ...toDates(move.after) }
    const attendees = await store.lockUntold(tx, move, ids)
    await postNotices(tx, { kind: 'moved', subject: move.id, eventId: event.id, now }, attendees, (attendee) =>
      movedMail({ event: told, attendee, config }, { before: toDates(move.before), status: attendee.status }, now),
    )
  })
}

const toDates = ({ eventDate, endsAt, place }: WhenAndWhere) => ({
  eventDate: eventDate === null ? null : new Date(eventDate),
  endsAt: endsAt === null ? null : new Date(endsAt),
  place,
})

/** Not while a row was locked by somebody else: then the sweep goes on. */
async function finish({ db, clock }: Platform, move: store.Move) {
  await db.transaction(async (tx) => {
    const event = await events.lock(tx, move.eventId)
    if (event?.cancelledAt || (await store.listUntold(tx, move)).length === 0) await store.finish(tx, move, clock.now())
  })
}
