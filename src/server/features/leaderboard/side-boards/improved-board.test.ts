import { expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { placesOf, startWithCompanies } from '../testing.ts'

test('most improved: the last third of the days against the first, with a minimum to start from', async () => {
  const { give, read, made, clock, idOf } = await startWithCompanies({ riser: 10, steady: 10, late: 10 })
  await give('riser', 40)
  await give('steady', 100)
  await give('late', 10)
  expect((await read('board=improved')).map(({ unranked }) => unranked)).toEqual(['few-days', 'few-days', 'few-days'])
  clock.advance(days(2))
  await give('steady', 1_000)
  clock.advance(days(3))
  await give('riser', 60)
  await give('steady', 90)
  await give('late', 500)
  clock.advance(days(1))
  await give('riser', 700)

  const board = await read('board=improved')

  expect(placesOf(board)).toEqual([
    ['riser', 1, 0.5, 10],
    ['steady', 2, -0.1, 10],
    ['late', null, null, 10],
  ])
  expect(board.at(-1)).toMatchObject({ unranked: 'slow-start', firstThird: 10, lastThird: 500 })
  const thirds = {
    first: { from: '2026-06-01', to: '2026-06-02' },
    last: { from: '2026-06-05', to: '2026-06-06' },
  }
  expect((await made.riser?.('GET', '/api/leaderboard/summary?board=improved'))?.body).toMatchObject({ thirds })
  expect((await made.late?.('GET', `/api/leaderboard/${idOf('riser')}?board=improved`))?.body).toMatchObject({
    entry: { firstThird: 40, lastThird: 60 },
    thirds,
    behind: { name: 'steady Ltd', gap: 0.6 },
  })
})

test('most improved follows the days: what was improvement yesterday need not be one today', async () => {
  const { give, read, clock } = await startWithCompanies({ acme: 10 })
  await give('acme', 50)
  clock.advance(days(2))
  await give('acme', 75)
  expect((await read('board=improved'))[0], 'the third day is not over').toMatchObject({ unranked: 'few-days' })
  clock.advance(days(1))
  expect((await read('board=improved'))[0]).toMatchObject({ value: 0.5 })

  clock.advance(days(1))

  expect((await read('board=improved'))[0]).toMatchObject({ value: -1 })
})
