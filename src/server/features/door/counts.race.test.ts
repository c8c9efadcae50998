import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eventCounts } from '#server/features/events/tables.ts'
import { registrations } from '#server/features/registrations/tables.ts'
import { verifyEventCounts } from '#server/features/registrations/verify.ts'
import { days } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { aDoor } from '#server/testing/data/door.ts'
import { atOnce, patiently, tally, whileLocked } from '#server/testing/guards.ts'
import { rewriteFunction } from '#server/testing/rules.ts'
import { type Caller, startServer } from '#server/testing.ts'
import { sweep } from '../registrations/retention/retention.ts'
import { gateCounts } from './tables.ts'
import { verifyGateCounts } from './verify.ts'

const differences = async ({ db }: { db: Db }) => [
  ...(await verifyEventCounts({ db })),
  ...(await verifyGateCounts({ db })),
]

async function aDoorWithAttendees(count: number) {
  const door = await aDoor()
  const people = []
  for (let n = 0; n < count; n++) people.push(await door.attendee(`Ada${n}`, 'approved'))
  return { ...door, people }
}

test('scanned, undone, reopened and registered by many at two processes, the kept counts are the counted ones', async () => {
  const { people, scan, admin, at, db, visitor, event, ...server } = await aDoorWithAttendees(12)
  const other = await startServer({ beside: { ...server, ...server.unchanged } })
  const elsewhere = other.caller((await other.logIn('root@week.test')).cookie)

  const replies = await atOnce(96, (n) => {
    const { id, payload } = people[n % 12] ?? { id: '', payload: '' }
    const call = n % 2 ? admin : elsewhere
    return patiently(() => {
      if (n % 8 === 3) return call('DELETE', at(`/check-in/${id}`))
      if (n % 8 === 5) return call('POST', at(`/registrations/${id}/reopening`))
      if (n % 8 === 7) return visitor('POST', at('/register'), { ...newcomer, email: `grace${n}@mail.test` })
      return scan(
        { payload, nonce: randomUUID(), gate: `Gate ${n % 3}`, scannedAt: server.clock.now().toISOString() },
        call,
      )
    })
  })

  expect(Object.keys(tally(replies)).filter((status) => Number(status) >= 500)).toEqual([])
  expect(await differences({ db })).toEqual([])
  const checkedIn = await db.$count(registrations, eq(registrations.checkedIn, true))
  const { body } = await admin('GET', at('/door'))
  expect(body.counts.checkedIn).toBe(checkedIn)
  expect(body.counts.gates.reduce((sum: number, gate: { checkedIn: number }) => sum + gate.checkedIn, 0)).toBe(
    checkedIn,
  )
})

const newcomer = { firstName: 'Grace', lastName: 'Hopper', phone: '+59991234567' }

test('red control: a count that is read before it is written loses check-ins', async () => {
  const { people, admin, at, db, event, ...server } = await aDoorWithAttendees(2)
  const other = await startServer({ beside: { ...server, ...server.unchanged } })
  const elsewhere = other.caller((await other.logIn('root@week.test')).cookie)
  const restore = await rewriteFunction(db, 'step_event_counts', {
    find: 'kept.checked_in + excluded.checked_in',
    replacement: '(select c.checked_in from event_counts c where c.event_id = kept.event_id) + excluded.checked_in',
  })
  const lock = (tx: Tx) => tx.execute(sql`select 1 from event_counts where event_id = ${event.id} for no key update`)
  const enter = (call: Caller, n: number) =>
    patiently(() => call('POST', at('/check-in'), { payload: people[n]?.payload, nonce: randomUUID() }))

  try {
    await whileLocked(db, lock, () => Promise.all([enter(admin, 0), enter(elsewhere, 1)]), { waiting: 2 })
  } finally {
    await restore()
  }

  expect(await db.$count(registrations, eq(registrations.checkedIn, true))).toBe(2)
  expect(await verifyEventCounts({ db })).toEqual([expect.stringContaining('1 checked in kept')])
})

test('deletion after the promised time and a cancelled registration move the counts', async () => {
  const { people, scan, admin, at, db, clock, platform, event } = await aDoorWithAttendees(3)
  await scan({ payload: people[0]?.payload, gate: 'Gate A' })
  await admin('PATCH', at(`/registrations/${people[1]?.id}`), { status: 'approved' })
  await admin('POST', at(`/registrations/${people[1]?.id}/reopening`))
  await db
    .update(registrations)
    .set({ status: 'cancelled' })
    .where(eq(registrations.id, people[2]?.id ?? ''))
  const counted = { eventId: event.id, pending: 1, approved: 1, rejected: 0, cancelled: 1, checkedIn: 1 }
  expect(await db.select().from(eventCounts)).toEqual([counted])

  clock.advance(days(100))
  await sweep(platform)

  expect(await db.$count(registrations)).toBe(0)
  expect(await differences({ db })).toEqual([])
  expect(await db.select().from(eventCounts)).toEqual([
    { eventId: event.id, pending: 0, approved: 0, rejected: 0, cancelled: 0, checkedIn: 0 },
  ])
  expect(await db.select().from(gateCounts)).toMatchObject([{ gate: 'Gate A', checkedIn: 0 }])
})

test('a count that was changed apart from the rows is found', async () => {
  const { people, scan, db } = await aDoorWithAttendees(1)
  await scan({ payload: people[0]?.payload, gate: 'Gate A' })

  await db.update(eventCounts).set({ approved: 7 })
  await db.update(gateCounts).set({ checkedIn: 3 })

  expect(await differences({ db })).toEqual([
    'Beach run: 0 pending, 7 approved, 0 rejected, 0 cancelled, 1 checked in kept, 0 pending, 1 approved, 0 rejected, 0 cancelled, 1 checked in counted',
    'Beach run, gate "Gate A": 3 kept, 1 counted',
  ])
})
