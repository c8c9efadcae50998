import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { eventually } from '#server/testing/eventually.ts'
import { atOnce, type Changed, startServerWith } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'

const notifyOthers = (tx: Tx) =>
  tx.execute(sql`select pg_notify('sports_week', '{"topics":["leaderboard"],"audience":"everyone"}')`)

const addPoints = (tx: Tx, id: string, points: number) =>
  tx.execute(
    sql`update companies set total_points = total_points + ${points}, reached_at = '2026-06-01T12:00:00Z' where id = ${id}`,
  )

const totalOf = (entries: LeaderboardEntry[]) => entries.reduce((sum, { points }) => sum + points, 0)

/** Asks for everything from the newest transaction on, as a plain version number would: older ones may still be under way. */
const sinceNewestTransaction: Changed = {
  find: /pg_snapshot_xmin/,
  without: (query) => ({ ...query, text: query.text.replaceAll('pg_snapshot_xmin', 'pg_snapshot_xmax') }),
}

/** One transaction begins before another and ends after it; the board is read in between. */
async function overtakenTransaction(...changes: Changed[]) {
  const { aCompany, db, caller } = await startServerWith(...changes)
  const [early, late] = [await aCompany('early'), await aCompany('late')]
  const reader = caller(early.cookie)
  const pointsOf = async (companyId: string) =>
    (await reader('GET', '/api/leaderboard?limit=10')).body.find(({ id }: { id: string }) => id === companyId).points
  expect(await pointsOf(early.companyId)).toBe(0)

  await db.transaction(async (tx) => {
    await addPoints(tx, early.companyId, 5)
    await db.transaction(async (other) => {
      await addPoints(other, late.companyId, 7)
      await notifyOthers(other)
    })
    await eventually(async () => (await pointsOf(late.companyId)) === 7, 'the second transaction to be shown')
    await notifyOthers(tx)
  })
  // A later change is shown when everything before it was read.
  await db.transaction(async (tx) => {
    await addPoints(tx, late.companyId, 1)
    await notifyOthers(tx)
  })
  await eventually(async () => (await pointsOf(late.companyId)) === 8, 'the third transaction to be shown')
  return pointsOf(early.companyId)
}

test('a transaction that ends after a younger one is shown too', async () => {
  expect(await overtakenTransaction()).toBe(5)
})

test('red control: without waiting for older transactions it would be missing for good', async () => {
  expect(await overtakenTransaction(sinceNewestTransaction)).toBe(0)
})

test('under parallel changes every answer is a state that the database had, in every process', async () => {
  const server = await startServer()
  const callers = await atOnce(8, (n) => server.aCompany(`runner${n}`))
  const ids = callers.map(({ companyId }) => companyId)
  const other = await startServer({ beside: server })
  const readers = [callers[0], other.caller(callers[1]?.cookie)]
  await server.db.transaction(async (tx) => {
    for (const id of ids) await addPoints(tx, id, 1_000)
    await notifyOthers(tx)
  })
  for (const reader of readers)
    await eventually(async () => totalOf((await reader?.('GET', '/api/leaderboard'))?.body) === 8_000, 'the start')

  let isChanging = true
  const changing = atOnce(4, async (n) => {
    for (let step = 0; step < 25; step++) await movePoints(server.db, ids, n + step)
  }).finally(() => {
    isChanging = false
  })
  let answers = 0
  await Promise.all(
    readers.map(async (reader) => {
      for (let read = 0; isChanging || read < 5; read++) {
        const addresses = ['/api/leaderboard', '/api/leaderboard?limit=100', '/api/leaderboard/summary'] as const
        const reply = await reader?.('GET', addresses[read % 3] ?? '')
        expect(reply?.status).toBe(200)
        answers++
        if (read % 3 === 2) expect(reply?.body).toMatchObject({ totals: { companies: 8, points: 8_000 } })
        else expectOneState(reply?.body)
      }
    }),
  )
  await changing

  const { rows } = await server.db.execute<{ id: string; points: number }>(
    sql`select id, total_points as points from companies order by id`,
  )
  for (const reader of readers) {
    const shown = async () =>
      (await reader?.('GET', '/api/leaderboard?limit=100'))?.body
        .map(({ id, points }: LeaderboardEntry) => ({ id, points }))
        .sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1))
    await expect.poll(shown, { timeout: 30_000 }).toEqual(rows)
  }
  expect(answers).toBeGreaterThan(10)
})

/** Points pass from one company to another: before and after there are as many in all. */
async function movePoints(db: Db, ids: string[], n: number) {
  // Always locked in the same order.
  const [from = '', to = ''] = [ids[n % 8] ?? '', ids[(n + 3) % 8] ?? ''].sort()
  const points = n % 2 === 0 ? 7 : -7
  await db.transaction(async (tx) => {
    await addPoints(tx, from, -points)
    await addPoints(tx, to, points)
    await notifyOthers(tx)
  })
}

function expectOneState(entries: LeaderboardEntry[]) {
  expect(totalOf(entries)).toBe(8_000)
  const ranks = entries.map(({ points }) => entries.findIndex((other) => other.points === points) + 1)
  expect(entries.map(({ rank }) => rank)).toEqual(ranks)
}
