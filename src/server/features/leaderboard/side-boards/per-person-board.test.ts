import { expect, test } from 'vitest'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { days } from '#server/platform/clock.ts'
import { placesOf, startWithCompanies } from '../testing.ts'

test('per person: points are divided by the team, small teams stand below without a rank and say why', async () => {
  const { give, read } = await startWithCompanies({ big: 100, mid: 20, tiny: 4, idle: 30 })
  await give('big', 500)
  await give('mid', 130)
  await give('tiny', 100)

  const board = await read('board=per-person')

  expect(placesOf(board)).toEqual([
    ['mid', 1, 6.5, 20],
    ['big', 2, 5, 100],
    ['idle', null, 0, 30],
    ['tiny', null, 20, 4],
  ])
  expect(board.map(({ unranked }) => unranked)).toEqual([null, null, 'no-points', 'small-team'])
  expect(board[0]).toMatchObject({ points: 130 })
})

test('a later change of the team size changes no value that was reached before', async () => {
  const { give, setSize, read } = await startWithCompanies({ acme: 10, zorg: 8 })
  await give('acme', 100)
  await give('zorg', 70)
  expect(placesOf(await read('board=per-person'))).toEqual([
    ['acme', 1, 10, 10],
    ['zorg', 2, 8.75, 8],
  ])

  await setSize('acme', 1_000)
  await setSize('zorg', 7)

  expect(placesOf(await read('board=per-person'))).toEqual([
    ['acme', 1, 10, 1_000],
    ['zorg', 2, 8.75, 7],
  ])
  await give('acme', 100)
  expect((await read('board=per-person'))[0]).toMatchObject({ value: 10.1 })
})

test('per person explains itself: which points were divided by how many people, and when the team size changed', async () => {
  const { give, setSize, idOf, made, clock } = await startWithCompanies({ acme: 10, zorg: 10 })
  await give('acme', 100)
  await give('zorg', 50)
  clock.advance(days(1))
  await setSize('acme', 20)
  await give('acme', 40)

  const reply = await made.zorg?.('GET', `/api/leaderboard/${idOf('acme')}?board=per-person`)

  expect(reply?.body).toMatchObject({
    entry: { rank: 1, value: 12, people: 20 },
    perPerson: {
      parts: [
        { people: 20, points: 40, value: 2 },
        { people: 10, points: 100, value: 10 },
      ],
      sizes: [
        { size: 20, since: '2026-06-02T12:00:00.000Z' },
        { size: 10, since: '2026-06-01T12:00:00.000Z' },
      ],
    },
    ahead: null,
    behind: { name: 'zorg Ltd', value: 5, gap: 7, byTime: false },
  })
})

test('every value equals what plain SQL says of the ledger, after reopening, adjusting, hiding and changes of size', async () => {
  const server = await startWithCompanies({ a: 7, b: 11, c: 90, d: 3 })
  const { give, setSize, read, admin, idOf, db } = server
  const [proof] = await waitingProofs(server, idOf('a'), await someTasks(server, 1))
  const approve = () => admin('PATCH', `/api/proofs/${proof}/review`, { status: 'approved' })
  for (const [name, points] of [
    ['a', 50],
    ['b', 70],
    ['c', 500],
    ['d', 20],
  ] as const)
    await give(name, points)
  await approve()
  await setSize('a', 13)
  await admin('POST', `/api/proofs/${proof}/reopening`, { note: 'Looked again' })
  await setSize('a', 17)
  await approve()
  await give('a', 10)
  await give('b', -20)
  await admin('PATCH', `/api/admin/companies/${idOf('c')}`, { hidden: true })

  const { rows } = await db.execute<{ name: string; value: string; people: number }>(
    `select c.name, sum(round(e.points::numeric / greatest(e.team_size, 5), 6)) as value, c.team_size as people
     from point_entries e join companies c on c.id = e.company_id where c.hidden_at is null group by c.id`,
  )
  const board = await read('board=per-person')

  expect(board.map(({ name, value, people }) => ({ name, value, people })).toSorted(byName)).toEqual(
    rows.map(({ value, ...row }) => ({ ...row, value: Number(value) })).toSorted(byName),
  )
  // 50 ÷ 7 + 1 ÷ 17 + 10 ÷ 17: the reopened approval is gone.
  expect(board.find(({ name }) => name === 'a Ltd')?.value).toBe(7.789916)
})

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
