import { endOfOffer } from '#contract/events/rules.ts'
import * as events from '#server/features/events/service.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import { enqueue, type JobKind } from '#server/platform/jobs/queue.ts'
import { post } from '#server/platform/mail/outbox.ts'
import { endOfQuietHours } from '#server/platform/mail/quiet-hours.ts'
import type { Platform } from '#server/platform/platform.ts'
import { publishChanges } from '../changes.ts'
import { isOfferOpen } from '../conditions-store.ts'
import { offerMail } from '../mails/mail.ts'
import * as store from '../store.ts'
import * as waiting from './waiting-list-store.ts'

/** The job key is the event id, followed by the moment that the job waits for, if any. */
export const offerPlacesJob: JobKind = {
  kind: events.offerPlacesKind,
  async run(platform, key) {
    const [eventId = '', moment] = key.split(' ')
    await offerPlaces(platform, eventId)
    // The end of an offer changes every screen, even if nobody is next.
    if (moment) await platform.db.transaction((tx) => publishChanges(tx, eventId))
  },
}

export const offerPlacesLater = (tx: Tx, eventId: string, runAt: Date, now: Date) =>
  enqueue(tx, { kind: events.offerPlacesKind, key: `${eventId} ${runAt.toISOString()}`, runAt }, now)

/** Offers free places to the attendees who wait longest, one offer per place. Expired offers free their places. */
export async function offerPlaces(platform: Platform, eventId: string) {
  await platform.db.transaction(async (tx) => {
    const event = await events.lock(tx, eventId)
    if (!event || event.capacity === null || event.cancelledAt || !event.isActive) return
    const now = await readDatabaseTime(tx, platform.clock)
    const { approved, offered, undecided } = await waiting.countPlaces(tx, eventId, now)
    const left = event.capacity - approved - offered
    let changed = 0
    if (left < 0) changed += await waiting.withdrawNewestOffers(tx, eventId, -left, now)
    if (undecided > Math.max(0, left)) changed += await waiting.moveToWaitingList(tx, eventId, Math.max(0, left), now)
    if (left > undecided) changed += await offerTo(tx, platform, event, left - undecided, now)
    if (changed > 0) await publishChanges(tx, eventId)
  })
}

async function offerTo(tx: Tx, { config }: Platform, event: events.Event, places: number, now: Date) {
  const expiresAt = endOfOffer(event, now)
  if (!expiresAt) return 0
  const next = await waiting.lockNextWaiting(tx, event.id, places)
  if (next.length === 0) return 0
  const morning = endOfQuietHours(now, config.timeZone)
  if (morning) {
    await offerPlacesLater(tx, event.id, morning, now)
    return 0
  }
  for (const attendee of next) {
    const mailId = await post(tx, offerMail({ event, attendee, config }, expiresAt), now)
    await store.update(tx, attendee.id, { offeredAt: now, offerExpiresAt: expiresAt, mailId, mailedAt: now })
  }
  await offerPlacesLater(tx, event.id, expiresAt, now)
  return next.length
}

/** Returns a function that takes a place for a registration, or returns false without one. Requires a locked event. */
export async function createPlaceAllocator(
  tx: Tx,
  { clock }: Platform,
  event: events.Event,
): Promise<(row: store.Row) => boolean> {
  if (event.capacity === null) return () => true
  const now = await readDatabaseTime(tx, clock)
  const { approved, offered } = await waiting.countPlaces(tx, event.id, now)
  let free = event.capacity - approved - offered
  return (row) => {
    // An open offer is counted already.
    const needed = isOfferOpen(row, now) ? 0 : 1
    if (free < needed) return false
    free -= needed
    return true
  }
}

/**
 * An open offer is valid within the capacity; an expired one only while a place is kept for nobody. Requires a locked
 * event.
 */
export async function canAccept(tx: Tx, event: events.Event, row: store.Row, now: Date): Promise<boolean> {
  if (event.capacity === null) return true
  const { approved, offered, undecided } = await waiting.countPlaces(tx, event.id, now)
  if (isOfferOpen(row, now)) return approved + offered <= event.capacity
  return approved + offered + undecided < event.capacity
}

export async function sweepWaitingLists(platform: Platform) {
  for (const eventId of await waiting.listEventsWithPending(platform.db, platform.clock.now()))
    await offerPlaces(platform, eventId)
}
