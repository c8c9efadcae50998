import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/client.ts'
import { anAttendee, anEvent } from '#server/testing/data/events.ts'
import { type Changed, databaseWith, meetBefore, patiently, withoutRowLock } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'

const environment = { TRUST_PROXY: '127.0.0.1' }

/** Two processes on one database, an event, and people who each come from an address of their own. */
async function anEventWith(capacity: number, ...changes: Changed[]) {
  const server = await startServer({ environment })
  const bareDb = databaseWith(server.databaseUrl, ...changes)
  const processes = [1, 2].map(() => startServer({ environment, beside: { ...server, bareDb } }))
  const visitors = (await Promise.all(processes)).map(({ visitor }) => visitor)
  const event = await anEvent(await server.anAdmin(), { capacity, confirmation: 'always' })
  const call = (n: number, path: string, body: unknown) =>
    patiently(async () => {
      const headers = { 'x-forwarded-for': `203.0.113.${n % 250}` }
      return (visitors[n % 2] ?? server.visitor)('POST', `/api/events/${event.id}/${path}`, body, { headers })
    })
  const register = (n: number) => call(n, 'register', anAttendee(`Ada${n}`))
  const tokens = async () =>
    (await server.mails()).flatMap(({ template, text }) =>
      template === 'registration-to-confirm' ? [/[?&]r=([\w.~-]+)/.exec(text)?.[1] ?? ''] : [],
    )
  return { ...server, event, call, register, tokens }
}

/** How many have a place or have one kept, in one look. */
async function countHolders(db: Db, eventId: string, now: Date): Promise<number> {
  const { rows } = await db.execute<{ holders: number }>(sql`
    select count(*)::int as holders from event_registrations where event_id = ${eventId} and status in ('pending', 'approved')
      and waiting_since is null and (confirm_by is null or confirm_by > ${now.toISOString()}::timestamptz)`)
  return rows[0]?.holders ?? 0
}

/** The same numbers each time: a failure can be repeated. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** How many had a place at each look while a crowd registers, confirms, cancels and is late, and how many were told that they have one. */
async function crowdIn({ capacity, rounds }: { capacity: number; rounds: number }, ...changes: Changed[]) {
  const { db, clock, event, call, register, tokens } = await anEventWith(capacity, ...changes)
  const random = numbersFrom(20_261_119)
  const seen: number[] = []
  let people = 0
  let placesTold = 0

  for (let round = 0; round < rounds; round++) {
    const known = await tokens()
    const acts = Array.from({ length: 14 }, (_, n) => async () => {
      const token = known[random(known.length || 1)]
      const kind = random(5)
      if (!token || kind < 3) {
        const reply = await register(++people)
        expect(reply.status).toBe(201)
        if (!reply.body.waiting) placesTold++
      } else if (kind < 4 && round > 1) await call(n, 'registration/confirmation', { token })
      else await call(n, 'registration/cancel', { token })
      seen.push(await countHolders(db, event.id, clock.now()))
    })
    await Promise.all(acts.map((act) => act()))
    clock.advance(minutes(round % 2 === 0 ? 3 : 27))
    seen.push(await countHolders(db, event.id, clock.now()))
  }
  return { mostHolders: Math.max(...seen), placesTold }
}

test('never more people have a place than there are, whoever registers, confirms, cancels or is late at once', async () => {
  const { mostHolders, placesTold } = await crowdIn({ capacity: 5, rounds: 8 })

  expect(mostHolders).toBe(5)
  expect(placesTold).toBeGreaterThan(5)
})

test('red control: without the lock on the event a crowd gets more places than there are', async () => {
  // Both processes have counted the places before either of them gives one.
  const meeting = meetBefore(/insert into event_registrations/, 2)

  const { mostHolders } = await crowdIn({ capacity: 1, rounds: 1 }, withoutRowLock('events'), meeting)

  expect(mostHolders).toBeGreaterThan(1)
})

/** The time of two is over. Both press the button at the same moment for the one place. */
async function confirmLateAtOnce(...changes: Changed[]) {
  const { db, clock, event, call, register, tokens } = await anEventWith(1, ...changes)
  for (const n of [1, 2]) {
    await register(n)
    clock.advance(minutes(30))
  }
  await Promise.all((await tokens()).map((token, n) => call(n, 'registration/confirmation', { token })))
  return countHolders(db, event.id, clock.now())
}

test('of two who confirm late at once one gets the one place', async () => {
  expect(await confirmLateAtOnce()).toBe(1)
})

test('red control: without the lock on the event both who confirm late get the one place', async () => {
  const meeting = meetBefore(/^update "event_registrations" set .*"confirm_by"/, 2)

  expect(await confirmLateAtOnce(withoutRowLock('events'), meeting)).toBe(2)
})
