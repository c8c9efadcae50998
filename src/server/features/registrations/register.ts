import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { isOver } from '#contract/events/rules.ts'
import type { NewRegistration } from '#contract/registrations/endpoints.ts'
import * as events from '#server/features/events/service.ts'
import { hours } from '#server/platform/clock.ts'
import { brokenUniqueness, isStillReferenced } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { type Limit, refuseBeyond, sourceOf } from '#server/platform/limits/limits.ts'
import { notifySoon } from '#server/platform/live/soon.ts'
import type { Platform } from '#server/platform/platform.ts'
import { spokenCode } from './codes.ts'
import { receivedMail } from './mail.ts'
import { registering } from './register-store.ts'
import { mailDueSoon } from './resend.ts'

type Fields = z.output<typeof NewRegistration>

/** A whole venue shares one address. */
const limit: Limit = { name: 'register', most: 600, within: hours(1) }

// True for everybody: an address that is registered already gets its status, unless it had a mail a moment ago.
const received =
  'Your registration has been received. An email about it is on its way, or arrived within the last hour.'

export type Received = { message: string; status: 'pending'; waiting: boolean }

export function createRegister(platform: Platform) {
  const add = registering(platform.db, limit)
  return (key: string, fields: Fields, address: string) => register(platform, add, key, fields, address)
}

/**
 * Whoever is registered already gets the same answer after the same work, and the status by mail later: addresses cannot be
 * probed, neither by the words nor by the time they take.
 */
async function register(
  platform: Platform,
  add: ReturnType<typeof registering>,
  key: string,
  fields: Fields,
  address: string,
): Promise<Received> {
  const { clock, config } = platform
  const now = clock.now()
  const seen = await events.findOpen(platform, key)
  if (!seen) throw new Problem('event-gone')
  const { event, full } = seen
  if (event.cancelledAt) throw new Problem('event-cancelled')
  if (isOver(event, now)) throw new Problem('registration-closed')

  const outcome = await withFreeCode(async (code) => {
    const { firstName, lastName, email, phone, companyName } = fields
    const person = { firstName, lastName, email, phone, companyName: companyName || null }
    const newcomer = { id: randomUUID(), eventId: event.id, code, ...person }
    const mail = receivedMail({ event, attendee: { ...newcomer, linkVersion: 0 }, config }, full)
    return add({ newcomer, mail, whom: sourceOf(address), now })
  }).catch((error: unknown) => {
    // Deleted since it was read: the foreign key has the last word.
    throw isStillReferenced(error) ? new Problem('event-gone') : error
  })
  refuseBeyond(limit, outcome, now)
  if (!outcome.open) throw new Problem(outcome.cancelled ? 'event-cancelled' : 'event-gone')
  if (outcome.due) mailDueSoon(platform, outcome.due)
  notifySoon(
    platform,
    { topics: ['events', `events/${event.id}/registrations`], audience: 'administrators', debounced: true },
    { outbox: true },
  )
  return { message: received, status: 'pending', waiting: full }
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
