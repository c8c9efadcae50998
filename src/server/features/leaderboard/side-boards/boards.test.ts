import { expect, test } from 'vitest'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { days } from '#server/platform/clock.ts'
import { type Caller, startServer } from '#server/testing.ts'
import { startWithCompanies } from '../testing.ts'

test('the official board is the same bytes with and without the others beside it', async () => {
  const { give, setSize, admin } = await startWithCompanies({ acme: 10, zorg: 60 })
  await give('acme', 10)
  const before = await admin('GET', '/api/leaderboard')
  expect(before.text).toBe(JSON.stringify(before.body))
  expect(Object.keys(before.body[0])).toEqual([
    'id',
    'name',
    'logoUrl',
    'brandingColor',
    'points',
    'caloriesBurned',
    'reachedAt',
    'rank',
  ])
  for (const board of ['per-person', 'division', 'improved']) await admin('GET', `/api/leaderboard?board=${board}`)
  await setSize('acme', 99)

  expect((await admin('GET', '/api/leaderboard')).text).toBe(before.text)
  expect((await admin('GET', '/api/leaderboard?board=official&limit=100')).text).toBe(before.text)
  expect((await admin('GET', '/api/leaderboard?limit=100')).headers.get('etag')).toBe(before.headers.get('etag'))
})

test.each(['per-person', 'division', 'improved'])(
  '%s: pages follow each other and a search keeps the ranks',
  async (board) => {
    const { give, admin, read, clock } = await startWithCompanies({ a1: 10, a2: 10, a3: 10, b1: 10, b2: 10 })
    for (const [n, name] of ['a1', 'a2', 'a3', 'b1', 'b2'].entries()) await give(name, 100 - n)
    clock.advance(days(2))
    for (const [n, name] of ['a1', 'a2', 'a3', 'b1', 'b2'].entries()) await give(name, 200 - 3 * n)
    clock.advance(days(1))
    const whole = await read(`board=${board}`)
    const paged: LeaderboardEntry[] = []
    let address: string | undefined = `/api/leaderboard?board=${board}&limit=2`
    while (address) {
      const reply: Awaited<ReturnType<Caller>> = await admin('GET', address)
      expect(reply.headers.get('x-total-count')).toBe('5')
      paged.push(...reply.body)
      address = /<(.+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
    }

    expect(paged).toEqual(whole)
    expect(whole.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
    expect(await read(`board=${board}&q=b`)).toEqual(whole.filter(({ name }) => name.startsWith('b')))
  },
)

test('a second process shows the boards as the first one does', async () => {
  const { give, setSize, ...server } = await startWithCompanies({ acme: 10, zorg: 60 })
  const other = await startServer({ beside: server })
  const there = other.caller(server.made.acme?.cookie)
  const valuesThere = async () =>
    (await there('GET', '/api/leaderboard?board=per-person')).body.map(({ value }: LeaderboardEntry) => value)
  expect(await valuesThere()).toEqual([0, 0])

  await give('zorg', 120)
  await setSize('acme', 60)

  await expect.poll(valuesThere, { timeout: 45_000 }).toEqual([2, 0])
  await expect
    .poll(async () => (await there('GET', '/api/leaderboard?board=division')).body.length, { timeout: 45_000 })
    .toBe(2)
})
