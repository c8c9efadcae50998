import { expect, test } from 'vitest'
import {
  atOnce,
  type Changed,
  meetBefore,
  patiently,
  startServerWith,
  withoutAdvisoryLock,
} from '#server/testing/guards.ts'
import { reports } from './tables.ts'

/** Six people press at the same moment. */
async function askSixTimes(...changes: Changed[]) {
  const { call, unchanged } = await startWith(...changes)
  const replies = await atOnce(6, () => patiently(() => call('POST', '/api/reports', { kind: 'challenge' })))
  return { replies, rows: await unchanged.db.select().from(reports) }
}

async function startWith(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const call = await server.anAdmin()
  return { ...server, call }
}

test('of six equal reports that are asked for at once one is made, and everybody is told which', async () => {
  const { replies, rows } = await askSixTimes()

  expect(rows).toHaveLength(1)
  expect(replies.map(({ status, body }) => [status, body.id])).toEqual(Array(6).fill([201, rows[0]?.id]))
})

test('red control: without the lock several of them are made', async () => {
  const { rows } = await askSixTimes(withoutAdvisoryLock, meetBefore(/insert into "attempts"/, 2))

  expect(rows.length).toBeGreaterThan(1)
})

test('another period, another company, and a report that is done are made anew', async () => {
  const { call, unchanged } = await startWith()
  const ask = async (from: string) =>
    (await call('POST', '/api/reports', { kind: 'challenge', from, to: '2026-06-01' })).body.id

  const [first, again, other] = [await ask('2026-06-01'), await ask('2026-06-01'), await ask('2026-05-31')]
  await unchanged.db.update(reports).set({ state: 'ready' })
  const later = await ask('2026-06-01')

  expect(again).toBe(first)
  expect(new Set([first, other, later]).size).toBe(3)
})
