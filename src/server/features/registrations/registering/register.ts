import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { isOver } from '#contract/events/rules.ts'
import { confirmMinutes, receivedSentence, receivedToConfirm } from '#contract/registrations/confirmation.ts'
import type { NewRegistration } from '#contract/registrations/endpoints.ts'
import { pickFields } from '#contract/registrations/form-fields.ts'
import * as events from '#server/features/events/service.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { batchConcurrentCalls } from '#server/platform/database/batching/batch-concurrent-calls.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { brokenUniqueness, isReferenceBroken } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { type Attempt, countAttempts, type Limit, refuseBeyond, sourceOf } from '#server/platform/limits/limits.ts'
import { publishDebounced } from '#server/platform/live/publish.ts'
import { withRequestId } from '#server/platform/log/request-platform.ts'
import { postMany, prepareMail } from '#server/platform/mail/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret } from '#server/platform/sessions/cookie.ts'
import { spokenCode } from '../codes.ts'
import { registeredMail } from '../mails/mail.ts'
import { mailDueSoon } from '../mails/resend.ts'
import { offerPlacesLater } from '../waiting-list/waiting-list.ts'
import { assignPlaces, type Place } from './places.ts'
import * as store from './register-store.ts'

type Fields = z.output<typeof NewRegistration>

/** The limit is high, because a whole venue shares one address. */
const limit: Limit = { name: 'register', most: 600, within: hours(1) }

export type Received = { message: string; status: 'pending'; waiting: boolean }

export function createRegister(platform: Platform) {
  // Batch concurrent registrations into one transaction: after a speech hundreds register at once.
  const together = (requests: RegistrationRequest[]) => registerMany(platform, requests)
  const add = batchConcurrentCalls(together, { atOnce: 2 })
  return (key: string, fields: Fields, source: RequestSource) => register(platform, add, key, fields, source)
}

type RequestSource = { address: string; requestId: string }
type RegistrationRequest = {
  event: events.Event
  row: Omit<store.NewRow, 'waiting' | 'confirmBy' | 'sourceHash' | 'mailId'>
  source: string
  requestId: string
  now: Date
}
/** `added` is missing when an attempt was beyond a limit. */
type Outcome = { attempt: Attempt; isTooMany?: boolean; added?: store.Added; place?: Place }

/**
 * A registered address gets the same answer after the same work, and its status by mail later. Neither the text nor
 * the time of the answer reveals known addresses.
 */
async function register(
  platform: Platform,
  add: (request: RegistrationRequest) => Promise<Outcome>,
  key: string,
  fields: Fields,
  { address, requestId }: RequestSource,
): Promise<Received> {
  const now = platform.clock.now()
  const event = await events.findOpen(platform, key)
  if (!event) throw new Problem('event-gone')
  if (event.cancelledAt) throw new Problem('event-cancelled')
  if (isOver(event, now)) throw new Problem('registration-closed')

  const { attempt, isTooMany, added, place } = await withFreeCode(async (code) => {
    const row = { id: randomUUID(), code, eventId: event.id, ...pickFields(fields) }
    return add({ event, row, source: sourceOf(address), requestId, now })
  }).catch((error: unknown) => {
    // The event may be deleted since it was read; the foreign key decides.
    throw isReferenceBroken(error) ? new Problem('event-gone') : error
  })
  refuseBeyond(limit, attempt, now)
  if (isTooMany) throw new Problem('too-many-unconfirmed', { retryAfterSeconds: confirmMinutes * 60 })
  if (!added?.open) throw new Problem(added?.cancelled ? 'event-cancelled' : 'event-gone')
  if (added.due) mailDueSoon(withRequestId(platform, requestId), added.due)
  const message = place?.confirmBy ? receivedToConfirm : receivedSentence
  return { message, status: 'pending', waiting: place?.waiting ?? false }
}

/** Atomic: counts the attempts, assigns the places, adds the registrations and posts their mails. */
async function registerMany({ db, clock, config }: Platform, requests: RegistrationRequest[]): Promise<Outcome[]> {
  const begun = requests[0]?.now ?? clock.now()
  return db.transaction(async (tx) => {
    const sources = requests.map(({ source }) => source)
    const attempts = await countAttempts(tx, limit, sources, begun)
    const counted = requests.map((request, nth) => {
      const sourceHash = hashSource(request.event.id, request.source)
      return { ...request, sourceHash, attempt: attempts[nth] as Attempt }
    })
    const accepted = counted.filter(({ attempt }) => attempt.count <= limit.most)
    const { places, now } = await assignPlaces(tx, clock, accepted)
    const placed = accepted.flatMap((request, nth) => {
      const place = places[nth]
      return place ? [{ ...request, place }] : []
    })
    // Prepare mails after the places are assigned, because their text depends on the place.
    const prepared = placed.map(({ event, row, place, requestId }) => {
      const about = { event, attendee: { ...row, linkVersion: 0 }, config }
      return prepareMail(registeredMail(about, place, now), requestId)
    })
    const rows = placed.map(({ row, place, sourceHash }, nth) => {
      return { ...row, ...place, sourceHash: place.confirmBy && sourceHash, mailId: prepared[nth]?.id ?? '' }
    })
    const added = await store.insertMany(tx, rows, now)
    const mails = prepared.filter((_, nth) => added[nth]?.mustMail)
    // Run this even without mails: a skipped statement would reveal whether an address is known.
    await postMany(tx, mails, now)
    for (const eventId of new Set(rows.map((row) => row.eventId)))
      await publishDebounced(tx, 'administrators', 'events', `events/${eventId}/registrations`)
    await offerPlacesAfterConfirming(tx, rows, now)
    const outcomes = new Map(placed.map(({ row, place }, nth) => [row.id, { added: added[nth], place }]))
    const refused = new Set(accepted.flatMap(({ row }, nth) => (places[nth] ? [] : [row.id])))
    return counted.map(({ row, attempt }) => ({ attempt, isTooMany: refused.has(row.id), ...outcomes.get(row.id) }))
  })
}

/** Schedules the offer of places whose confirmation lapses. Debounced to one job a minute per event. */
async function offerPlacesAfterConfirming(tx: Tx, rows: store.NewRow[], now: Date) {
  const minute = minutes(1)
  const ends = rows.flatMap(({ eventId, confirmBy, waiting }) =>
    confirmBy && !waiting ? [`${eventId} ${Math.ceil(confirmBy.getTime() / minute) * minute}`] : [],
  )
  for (const end of new Set(ends)) {
    const [eventId = '', at] = end.split(' ')
    await offerPlacesLater(tx, eventId, new Date(Number(at)), now)
  }
}

/** The hash includes the event, so nobody can be followed from one event to another. */
const hashSource = (eventId: string, source: string) => hashSecret(`${eventId} ${source}`)

/** Retries until the unique index accepts a code, at most ten times. */
async function withFreeCode<T>(work: (code: string) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(spokenCode())
    } catch (error) {
      if (brokenUniqueness(error) !== 'registrations_code' || attempt === 10) throw error
    }
  }
}
