import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { isOver } from '#contract/events/rules.ts'
import type { NewRegistration } from '#contract/registrations/endpoints.ts'
import * as events from '#server/features/events/service.ts'
import { hours } from '#server/platform/clock.ts'
import { batchConcurrentCalls } from '#server/platform/database/batching/batch-concurrent-calls.ts'
import { brokenUniqueness, isStillReferenced } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { type Attempt, countAttempts, type Limit, refuseBeyond, sourceOf } from '#server/platform/limits/limits.ts'
import { publishDebounced } from '#server/platform/live/publish.ts'
import { withRequestId } from '#server/platform/log/request-platform.ts'
import { postMany, prepareMail } from '#server/platform/mail/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { spokenCode } from '../codes.ts'
import { receivedMail } from '../mails/mail.ts'
import { mailDueSoon } from '../mails/resend.ts'
import { assignPlaces } from './places.ts'
import * as store from './register-store.ts'

type Fields = z.output<typeof NewRegistration>

/** A whole venue shares one address. */
const limit: Limit = { name: 'register', most: 600, within: hours(1) }

// True for everybody: an address that is registered already gets its status, unless it had a mail a moment ago.
const received =
  'Your registration has been received. An email about it is on its way, or arrived within the last hour.'

export type Received = { message: string; status: 'pending'; waiting: boolean }

export function createRegister(platform: Platform) {
  // After a speech hundreds register at once: they share a transaction.
  const together = (requests: RegistrationRequest[]) => registerMany(platform, requests)
  const add = batchConcurrentCalls(together, { atOnce: 2 })
  return (key: string, fields: Fields, source: RequestSource) => register(platform, add, key, fields, source)
}

type RequestSource = { address: string; requestId: string }
type RegistrationRequest = {
  event: events.Event
  row: Omit<store.NewRow, 'waiting' | 'mailId'>
  source: string
  requestId: string
  now: Date
}
/** Nothing is added for whom the attempt was one too many. */
type Outcome = { attempt: Attempt; added?: store.Added; waiting?: boolean }

/**
 * Whoever is registered already gets the same answer after the same work, and the status by mail later: addresses cannot be
 * probed, neither by the words nor by the time they take.
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

  const { attempt, added, waiting } = await withFreeCode(async (code) => {
    const { firstName, lastName, email, phone, companyName } = fields
    const person = { firstName, lastName, email, phone, companyName: companyName || null }
    const row = { id: randomUUID(), code, eventId: event.id, ...person }
    return add({ event, row, source: sourceOf(address), requestId, now })
  }).catch((error: unknown) => {
    // Deleted since it was read: the foreign key has the last word.
    throw isStillReferenced(error) ? new Problem('event-gone') : error
  })
  refuseBeyond(limit, attempt, now)
  if (!added?.open) throw new Problem(added?.cancelled ? 'event-cancelled' : 'event-gone')
  if (added.due) mailDueSoon(withRequestId(platform, requestId), added.due)
  return { message: received, status: 'pending', waiting: waiting ?? false }
}

/** Counts the attempts, assigns the places, adds the registrations and posts their mails, all or nothing. */
async function registerMany({ db, config }: Platform, requests: RegistrationRequest[]): Promise<Outcome[]> {
  const now = requests[0]?.now ?? new Date()
  return db.transaction(async (tx) => {
    const sources = requests.map(({ source }) => source)
    const attempts = await countAttempts(tx, limit, sources, now)
    const counted = requests.map((request, nth) => ({ ...request, attempt: attempts[nth] as Attempt }))
    const accepted = counted.filter(({ attempt }) => attempt.count <= limit.most)
    const waiting = await assignPlaces(tx, accepted)
    // The mail says what is written, so it is made once that is known.
    const prepared = accepted.map(({ event, row, requestId }, nth) => {
      const about = { event, attendee: { ...row, linkVersion: 0 }, config }
      return prepareMail(receivedMail(about, waiting[nth] ?? false), requestId)
    })
    const rows = accepted.map(({ row }, nth) => {
      return { ...row, waiting: waiting[nth] ?? false, mailId: prepared[nth]?.id ?? '' }
    })
    const added = await store.insertMany(tx, rows, now)
    const mails = prepared.filter((_, nth) => added[nth]?.isMailed)
    // Also when there is none: whether an address is known must not be told by a statement that is left out.
    await postMany(tx, mails, now)
    for (const eventId of new Set(rows.map((row) => row.eventId)))
      await publishDebounced(tx, 'administrators', 'events', `events/${eventId}/registrations`)
    const outcomes = new Map(rows.map(({ id, waiting }, nth) => [id, { added: added[nth], waiting }]))
    return counted.map(({ row, attempt }) => ({ attempt, ...outcomes.get(row.id) }))
  })
}

/** The index says whether a code is free; a taken one costs another try. */
async function withFreeCode<T>(work: (code: string) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(spokenCode())
    } catch (error) {
      if (brokenUniqueness(error) !== 'registrations_code' || attempt === 10) throw error
    }
  }
}
