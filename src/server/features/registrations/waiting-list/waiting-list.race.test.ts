import { expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { atOnce, type Changed, meetBefore, patiently, startServerWith, withoutRowLock } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import { isOfferOpen } from '../conditions-store.ts'
import { registrations } from '../tables.ts'
import { offerPlaces } from './waiting-list.ts'

async function aFullEvent(capacity: number, people: number, ...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const { clock, visitor, anAdmin } = server
  const admin = await anAdmin()
  const event = await anEvent(admin, { capacity })
  const list = `/api/events/${event.id}/registrations`
  const ids: string[] = []
  for (let n = 0; n < people; n++) {
    clock.advance(minutes(1))
    ids.push((await aRegistration(visitor, admin, event.id, `Ada${n}`)).id)
  }
  return { ...server, admin, event, list, ids }
}

/** Everybody is approved at once, by two processes. */
async function approveAtOnce(people: number, ...changes: Changed[]) {
  const { db, ids, list, admin, platform, bareDb, databaseUrl, clock, caller } = await aFullEvent(3, people, ...changes)
  const beside = await startServer({ beside: { platform, bareDb, databaseUrl, clock } })
  const cookies = [caller(admin.cookie), beside.caller(admin.cookie)]
  await Promise.all(
    ids.map((id, n) =>
      patiently(async () => (cookies[n % 2] ?? admin)('PATCH', `${list}/${id}`, { status: 'approved' })),
    ),
  )
  return (await db.select().from(registrations)).filter(({ status }) => status === 'approved').length
}

test('of ten approvals at once by two processes three find a place', async () => {
  expect(await approveAtOnce(10)).toBe(3)
})

test('red control: without the lock on the event more are approved than there are places', async () => {
  // They meet between counting the places and taking one.
  const meeting = meetBefore(/^update "event_registrations" set "status"/, 4)

  expect(await approveAtOnce(4, withoutRowLock('events'), meeting)).toBe(4)
})

/** One place is free, and two jobs look for whom to offer it to. */
async function offerAtOnce(...changes: Changed[]) {
  const { db, ids, list, admin, event, platform } = await aFullEvent(1, 3, ...changes)
  await admin('PATCH', `${list}/${ids[0]}`, { status: 'rejected' })
  await atOnce(2, () => offerPlaces(platform, event.id))
  return (await db.select().from(registrations)).filter(({ offeredAt }) => offeredAt).length
}

test('one free place is offered once, however many look for the next at the same time', async () => {
  expect(await offerAtOnce()).toBe(1)
})

// A deadlock of the two ends one of them, which begins again and finds the place taken.
test('red control: without the lock on the event two people are offered the one place', { retry: 4 }, async () => {
  // Both have counted the places before either of them chooses who is next.
  const meeting = meetBefore(/from "event_registrations".*"offered_at" is null.* for update$/, 2)

  expect(await offerAtOnce(withoutRowLock('events'), meeting)).toBe(2)
})

/** The time of Ben's offer is over. He takes the place at the moment at which it is offered to the next. */
async function acceptLate(...changes: Changed[]) {
  const { db, ids, list, admin, event, platform, clock, visitor, mails, unchanged } = await aFullEvent(1, 3, ...changes)
  await unchanged.caller(admin.cookie)('PATCH', `${list}/${ids[0]}`, { status: 'rejected' })
  await offerPlaces(unchanged.platform, event.id)
  const offer = (await mails()).find(({ template }) => template === 'place-offered')
  const token = /[?&]r=([\w.~-]+)/.exec(offer?.text ?? '')?.[1]
  clock.advance(hours(25))
  const accept = () => visitor('POST', `/api/events/${event.id}/registration/acceptance`, { token })
  await Promise.all([patiently(accept), offerPlaces(platform, event.id)])
  const rows = await db.select().from(registrations)
  return rows.filter((row) => row.status === 'approved' || isOfferOpen(row, clock.now())).length
}

test('a place is taken late or offered to the next, never both', async () => {
  expect(await acceptLate()).toBe(1)
})

test('red control: without the lock on the event the place is taken late and offered to the next', async () => {
  // Both have counted the places before either of them gives it away.
  const meeting = meetBefore(/^update "event_registrations" set ("status"|"offered_at")/, 2)

  expect(await acceptLate(withoutRowLock('events'), meeting)).toBe(2)
})
