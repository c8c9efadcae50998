import type { z } from 'zod'
import type { EventChanges, NewEvent } from '#contract/events/endpoints.ts'
import { isOver } from '#contract/events/rules.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { isReferenceBroken } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { Download } from '#server/platform/http/replies/replies.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { calendarFile } from './calendar.ts'
import { eventKeys } from './keys.ts'
import { offerPlacesSoon } from './places.ts'
import { findRecentEvent } from './recent-events.ts'
import { type Managed, type Public, toManagedEvent, toPublicEvent } from './replies.ts'
import { randomCode, readable } from './short-code.ts'
import * as store from './store.ts'

export type Event = store.Event
type Created = z.output<typeof NewEvent>
type Changes = z.output<typeof EventChanges>

export { type FreePlaces, lockFreePlaces, offerPlacesKind, offerPlacesSoon } from './places.ts'
export { randomCode, readable } from './short-code.ts'
export { endOfEvent, listStartingBetween } from './store.ts'

export async function list({ db, clock }: Platform, viewer: Viewer | undefined): Promise<(Managed | Public)[]> {
  const now = clock.now()
  if (viewer?.isAdmin) return (await store.all(db, now)).map((found) => toManagedEvent(found, now))
  return (await store.active(db, now)).map((seen) => toPublicEvent(seen, now))
}

/** Finds by id or short code. Inactive events exist for administrators only. */
export async function read({ db, clock }: Platform, viewer: Viewer | undefined, key: string) {
  const now = clock.now()
  if (viewer?.isAdmin) {
    const found = await store.findWithCounts(db, keyOf(key), now)
    if (found) return toManagedEvent(found, now)
  }
  const seen = await store.findWithAvailability(db, keyOf(key), now)
  if (!seen?.event.isActive) throw new Problem('event-gone')
  return toPublicEvent(seen, now)
}

/** An active event with its keys, for registering; cached, so it may be a moment old. */
export async function findOpen(platform: Platform, key: string): Promise<Event | undefined> {
  const event = await findRecent(platform, key)
  return event?.isActive ? event : undefined
}

/** Finds by id or short code, with its keys; cached, so it may be a moment old. */
export const findRecent = (platform: Platform, key: string): Promise<Event | undefined> =>
  findRecentEvent(platform, keyOf(key))

/** The event of the registration page: that of the link, or the next one without a link. */
export async function forPage({ db, clock }: Platform, key: string | undefined): Promise<Public | undefined> {
  const now = clock.now()
  const [seen] = key ? [await store.findWithAvailability(db, keyOf(key), now)] : await store.active(db, now, 1)
  return seen?.event.isActive ? toPublicEvent(seen, now) : undefined
}

export async function create(platform: Platform, actor: Actor, fields: Created): Promise<Managed> {
  const { db, clock } = platform
  const now = clock.now()
  refuseDates({ eventDate: fields.eventDate, endsAt: fields.endsAt ?? null }, now)
  const keys = await eventKeys()
  const id = await db.transaction(async (tx) => {
    const event = await insertWithCode(tx, { ...toColumns(fields), ...keys, title: fields.title, createdAt: now })
    await logAudit(tx, actor, now, { action: 'created event', ...auditSubject(event), after: editableFields(event) })
    await publish(tx, 'everyone', 'events')
    return event.id
  })
  return readManaged(platform, id)
}

/** Mails that later slices add to the transaction of a change; `slices.ts` passes them to the routes. */
export type EventHooks = {
  onEdited(tx: Tx, before: Event, event: Event, now: Date): Promise<void>
  onCancelled(tx: Tx, eventId: string, now: Date): Promise<void>
}

export async function edit(
  platform: Platform,
  actor: Actor,
  id: string,
  changes: Changes,
  { onEdited }: EventHooks,
): Promise<Managed> {
  const { db, clock } = platform
  const now = clock.now()
  await db.transaction(async (tx) => {
    const before = await store.lock(tx, id)
    if (!before) throw new Problem('event-gone')
    const requested = withoutOrphanedEnd(before, toColumns(changes))
    const dateChanges = requested.eventDate && requested.eventDate.getTime() !== before.eventDate?.getTime()
    refuseDates({ ...before, ...requested }, dateChanges ? now : undefined)
    const altered = difference(before, { ...before, ...requested })
    if (altered.length === 0) return
    if (altered.includes('capacity')) await refuseTooFewPlaces(tx, before, requested.capacity ?? null, now)
    if (before.cancelledAt && altered.join() !== 'isActive') throw new Problem('event-cancelled')
    const event = await store.update(tx, id, dateChanges ? { ...requested, dateChangedAt: now } : requested)
    await logAudit(tx, actor, now, {
      action: actionOf(altered, event),
      ...auditSubject(event),
      before: pick(before, altered),
      after: pick(event, altered),
    })
    await offerPlacesSoon(tx, event, now)
    await onEdited(tx, before, event, now)
    await publish(tx, 'everyone', 'events')
  })
  return readManaged(platform, id)
}

/** Cancels an event for good. Idempotent: cancelling it again changes nothing. */
export async function cancel(
  platform: Platform,
  actor: Actor,
  id: string,
  reason: string | null,
  { onCancelled }: EventHooks,
): Promise<Managed> {
  const now = platform.clock.now()
  await platform.db.transaction(async (tx) => {
    const before = await store.lock(tx, id)
    if (!before) throw new Problem('event-gone')
    if (before.cancelledAt) return
    if (isOver(before, now)) throw new Problem('event-over')
    const cancellation = { cancelledAt: now, cancellationReason: reason }
    await store.update(tx, id, cancellation)
    await logAudit(tx, actor, now, { action: 'cancelled event', ...auditSubject(before), after: cancellation })
    await onCancelled(tx, id, now)
    await publish(tx, 'everyone', 'events', `events/${id}/registrations`, `events/${id}/door`)
  })
  return readManaged(platform, id)
}

export async function remove({ db, clock }: Platform, actor: Actor, id: string) {
  await db.transaction(async (tx) => {
    const event = await store.lockToRemove(tx, id)
    if (!event) throw new Problem('event-gone')
    // The foreign key decides: a registration that arrives at this moment must not lose its event.
    await store.remove(tx, id).catch((error: unknown) => {
      throw isReferenceBroken(error) ? new Problem('event-in-use') : error
    })
    await logAudit(tx, actor, clock.now(), {
      action: 'deleted event',
      ...auditSubject(event),
      before: editableFields(event),
    })
    await publish(tx, 'everyone', 'events')
  })
}

export async function calendar({ db, clock, config }: Platform, viewer: Viewer | undefined, key: string) {
  const event = await findByKey(db, key)
  if (!event || !(event.isActive || viewer?.isAdmin)) throw new Problem('event-gone')
  const file = calendarOf(event, config.publicUrl, clock.now())
  if (!file) throw new Problem('event-gone', { sentence: 'The date of this event is still to be announced.' })
  const method = event.cancelledAt ? 'CANCEL' : 'PUBLISH'
  return new Download(`${event.shortCode}.ics`, `text/calendar; charset=utf-8; method=${method}`, file)
}

/** Undefined while the date is to be announced. `cancelled` removes the event from calendars. */
export function calendarOf(
  event: Event,
  publicUrl: string,
  stamp: Date,
  cancelled = event.cancelledAt !== null,
): string | undefined {
  const { id, title, description, place, eventDate: start, endsAt: end } = event
  if (!start) return undefined
  // A later file needs a higher sequence, also after an attendee cancelled and registered again.
  const sequence = Math.max(0, Math.floor((stamp.getTime() - event.createdAt.getTime()) / 1000)) + (cancelled ? 1 : 0)
  const url = linkOf(event, publicUrl)
  return calendarFile({ id, title, description, place, start, end, url, stamp, sequence, cancelled })
}

export const linkOf = (event: Pick<Event, 'shortCode'>, publicUrl: string) => `${publicUrl}/e/${event.shortCode}`

/** Finds by id or short code, in any case, with its keys. */
export const findByKey = (db: Db, key: string): Promise<Event | undefined> => store.find(db, keyOf(key))

/** Locks the event: until the transaction ends nobody else changes it or its data. */
export const lock = (tx: Tx, id: string): Promise<Event | undefined> => store.lock(tx, id)

/** Only for administrators, because it finds inactive events too. */
export async function findById(db: Db, id: string): Promise<Event> {
  const event = await store.find(db, id)
  if (!event) throw new Problem('event-gone')
  return event
}

/** Retries until the unique index accepts a short code, at most ten times. */
async function insertWithCode(tx: Tx, event: Omit<Parameters<typeof store.insert>[1], 'shortCode'>): Promise<Event> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const created = await store.insert(tx, { ...event, shortCode: randomCode(8) })
    if (created) return created
  }
  throw new Error('no free short code was found')
}

/** Refuses a capacity below the approved places. Approvals lock the event too, so none is added meanwhile. */
async function refuseTooFewPlaces(tx: Tx, { id, capacity: before }: Event, capacity: number | null, now: Date) {
  // Allow every increase, even where too many were approved before.
  if (capacity === null || (before !== null && capacity > before)) return
  const approved = (await store.findWithCounts(tx, id, now))?.counts.approved ?? 0
  if (capacity >= approved) return
  const people = approved === 1 ? '1 person has' : `${approved} people have`
  throw refused('capacity', `${people} a place already`)
}

const actionOf = (altered: string[], { isActive }: Event) =>
  altered.join() === 'isActive' ? (isActive ? 'activated event' : 'deactivated event') : 'edited event'

/** Removing the date of an event also removes its end. */
function withoutOrphanedEnd(before: Event, changes: Partial<Event>): Partial<Event> {
  const eventDate = changes.eventDate === undefined ? before.eventDate : changes.eventDate
  return eventDate || changes.endsAt ? changes : { ...changes, endsAt: null }
}

const keyOf = (key: string) => (key.length === 8 ? readable(key) : key)

type Dates = { eventDate: Date | null; endsAt: Date | null }

/** Pass `now` only when the date is new. */
function refuseDates({ eventDate, endsAt }: Dates, now: Date | undefined) {
  if (now && eventDate && eventDate <= now) throw refused('eventDate', 'Event date must be in the future')
  if (endsAt && !eventDate) throw refused('endsAt', 'Enter the event date before its end')
  if (endsAt && eventDate && endsAt <= eventDate) throw refused('endsAt', 'The end must be after the event date')
}

const refused = (field: string, sentence: string) =>
  new Problem('invalid-input', { sentence, fields: { [field]: sentence } })

async function readManaged({ db, clock }: Platform, id: string): Promise<Managed> {
  const now = clock.now()
  const found = await store.findWithCounts(db, id, now)
  if (!found) throw new Problem('event-gone')
  return toManagedEvent(found, now)
}

const auditSubject = (event: Event) => ({ subject: event.title, subjectId: event.id })

/** Fields that administrators can edit; never the keys. */
const editable = [
  'title',
  'description',
  'youtubeUrl',
  'eventDate',
  'endsAt',
  'place',
  'capacity',
  'checkInHoursBefore',
  'checkInHoursAfter',
  'offerHours',
  'confirmation',
  'brandingColor',
  'isActive',
  'emailSubject',
  'emailBodyText',
] as const satisfies (keyof Event)[]

const pick = (event: Event, keys: readonly (keyof Event)[]) => Object.fromEntries(keys.map((key) => [key, event[key]]))
const editableFields = (event: Event) => pick(event, editable)

const difference = (before: Event, after: Event) =>
  editable.filter((key) => before[key]?.valueOf() !== after[key]?.valueOf())

/** Saves an emptied optional text as null. */
function toColumns<T extends Changes>(fields: T): Partial<Event> {
  const texts = ['youtubeUrl', 'place', 'emailSubject', 'emailBodyText'] as const
  const emptied = texts.filter((key) => fields[key] === '')
  return { ...fields, ...Object.fromEntries(emptied.map((key) => [key, null])) } as Partial<Event>
}
