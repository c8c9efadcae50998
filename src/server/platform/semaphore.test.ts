import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('no more than two work at once, and a failure frees its place', async () => {
  const { run } = createSemaphore(2)
  let working = 0
  let most = 0
  const work = (index: number) =>
    run(async () => {
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

test('those who wait are counted and come in the order they asked', async () => {
  const { run, countWaiting } = createSemaphore(1)
  const order: number[] = []
  const all = [0, 1, 2, 3].map((index) => run(async () => void order.push(index)))
  const waiting = countWaiting()

  await Promise.all(all)

  expect(waiting).toBe(3)
  expect(countWaiting()).toBe(0)
  expect(order).toEqual([0, 1, 2, 3])
})
