import { expect, test } from 'vitest'
import { atMost } from './turns.ts'

test('no more than two work at once, and a failure frees its place', async () => {
  const inTurn = atMost(2)
  let working = 0
  let most = 0
  const work = (index: number) =>
    inTurn(async () => {
      most = Math.max(most, ++working)
      await new Promise((resolve) => setTimeout(resolve, 2))
      working--
      if (index % 3 === 0) throw new Error('torn')
      return index
    })

  const results = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => work(index)))

  expect(most).toBe(2)
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual(results.map((_, index) => index % 3 !== 0))
})
