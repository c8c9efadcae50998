import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { registrations } from '#server/features/registrations/tables.ts'
import { aDoor } from '#server/testing/data/door.ts'
import { atOnce, patiently } from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { doorScans } from './tables.ts'

const tally = (results: string[]) =>
  Object.fromEntries([...new Set(results)].map((one) => [one, results.filter((other) => other === one).length]))

test('of fifty scans of one code at once, one lets in and all others say since when', async () => {
  const { attendee, scan, db, aPass } = await aDoor()
  const { payload } = await attendee('Ada', 'approved')
  const gates = [await aPass('Gate A'), await aPass('Gate B')]

  const replies = await atOnce(50, (n) =>
    patiently(() => scan({ payload, gate: `Gate ${n}`, nonce: randomUUID() }, gates[n % 2]?.call)),
  )

  expect(tally(replies.map(({ body }) => body.result))).toEqual({ ok: 1, already: 49 })
  const winner = replies.findIndex(({ body }) => body.result === 'ok')
  for (const { body } of replies.filter((_, n) => n !== winner)) expect(body.gate).toBe(`Gate ${winner}`)
  expect(await db.$count(doorScans, eq(doorScans.result, 'ok'))).toBe(1)
})

test('red control: without the condition on the row a second scan lets in again', async () => {
  const { attendee, scan } = await aDoor({
    find: /set checked_in = true/,
    without: (query) => ({ ...query, text: query.text.replace(/ and not r\.checked_in\b/, '') }),
  })
  const { payload } = await attendee('Ada', 'approved')

  // One after the other: two scans of one person in the same batch are one.
  const replies = [await scan({ payload, nonce: randomUUID() }), await scan({ payload, nonce: randomUUID() })]

  expect(tally(replies.map(({ body }) => body.result))).toEqual({ ok: 2 })
})

test('one scan sent fifty times at once is one entry and one answer', async () => {
  const { attendee, scan, db } = await aDoor()
  const { payload } = await attendee('Ada', 'approved')
  const nonce = randomUUID()

  const replies = await atOnce(50, () => patiently(() => scan({ payload, nonce, gate: 'Gate A' })))

  expect(tally(replies.map(({ body }) => body.result))).toEqual({ ok: 50 })
  expect(await db.$count(doorScans)).toBe(1)
})

test('one nonce with two codes at once lets one person in, not two', async () => {
  const { attendee, scan, db } = await aDoor()
  const people = [await attendee('Ada', 'approved'), await attendee('Grace', 'approved')]
  const nonce = randomUUID()

  const replies = await atOnce(10, (n) => patiently(() => scan({ payload: people[n % 2]?.payload, nonce })))

  expect(new Set(replies.map(({ body }) => body.attendee.id)).size).toBe(1)
  expect(await db.$count(registrations, eq(registrations.checkedIn, true))).toBe(1)
})

test('red control: without the index one nonce lets two people in', async () => {
  const { attendee, scan, db } = await aDoor()
  const people = [await attendee('Ada', 'approved'), await attendee('Grace', 'approved')]
  const nonce = randomUUID()

  await withoutIndex(db, 'door_scans_nonce', () =>
    Promise.all(people.map(({ payload }) => patiently(() => scan({ payload, nonce })))),
  )

  expect(await db.$count(registrations, eq(registrations.checkedIn, true))).toBe(2)
})

test('of many undos at once one counts, and the log has one entry that was undone', async () => {
  const { attendee, scan, admin, at, db } = await aDoor()
  const { id, payload } = await attendee('Ada', 'approved')
  await scan({ payload })

  const replies = await atOnce(10, () => patiently(() => admin('DELETE', at(`/check-in/${id}`))))

  expect(tally(replies.map(({ status }) => String(status)))).toEqual({ 200: 1, 409: 9 })
  expect(await db.$count(registrations, eq(registrations.checkedIn, true))).toBe(0)
})

test('a code that is replaced while it is scanned lets in, or is replaced: never both', async () => {
  const { attendee, scan, admin, at } = await aDoor()

  for (let round = 0; round < 8; round++) {
    const { id, payload } = await attendee(`Ada${round}`, 'approved')
    const [scanned, reissued] = await Promise.all([
      patiently(() => scan({ payload })),
      patiently(() => admin('POST', at(`/registrations/${id}/reissue`))),
    ])
    expect([
      ['ok', 409],
      ['revoked', 200],
    ]).toContainEqual([scanned.body.result, reissued.status])
  }
})
