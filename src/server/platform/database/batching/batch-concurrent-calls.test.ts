import { expect, test } from 'vitest'
import { batchConcurrentCalls } from './batch-concurrent-calls.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Doubles numbers, and refuses a group with a thirteen in it. */
function doubling(onGroup: (group: number[]) => Promise<unknown> = soon, options = {}) {
  const groups: number[][] = []
  const double = batchConcurrentCalls(async (group: number[]) => {
    groups.push(group)
    await onGroup(group)
    if (group.includes(13)) throw new Error('thirteen')
    return group.map((number) => number * 2)
  }, options)
  return { groups, double }
}

test('who comes at the same moment shares a run, and everybody gets their own answer', async () => {
  const { groups, double } = doubling()

  const answers = await Promise.all([1, 2, 3].map(double))

  expect(answers).toEqual([2, 4, 6])
  expect(groups).toEqual([[1, 2, 3]])
})

test('who comes during a run joins the next one, in order', async () => {
  const { groups, double } = doubling()

  const first = double(1)
  await nextTurn()
  const later = [double(2), double(3)]

  expect(await Promise.all([first, ...later])).toEqual([2, 4, 6])
  expect(groups).toEqual([[1], [2, 3]])
  expect(await double(4)).toBe(8)
})

test('who was just answered and comes again shares a run with those who waited meanwhile', async () => {
  const { groups, double } = doubling()

  const one = double(1)
    .then(nextTurn)
    .then(() => double(4))
  await nextTurn()
  const others = [double(2), double(3)]
  await Promise.all([one, ...others])

  expect(groups).toEqual([[1], [2, 3, 4]])
})

test('of a crowd a hundred at most share a run', async () => {
  const { groups, double } = doubling()

  const answers = await Promise.all(Array.from({ length: 250 }, (_, n) => double(n + 100)))

  expect(answers).toHaveLength(250)
  expect(groups.map((group) => group.length)).toEqual([100, 100, 50])
})

test('two runs at once: the second begins when eight wait, and there is no third', async () => {
  const letGo: (() => void)[] = []
  const { groups, double } = doubling(() => new Promise<void>((resolve) => letGo.push(resolve)), { atOnce: 2 })
  const sizes = () => groups.map((group) => group.length)

  const answers = [double(100)]
  await nextTurn()
  answers.push(...[101, 102, 103, 104, 105, 106, 107].map(double))
  await nextTurn()
  expect(sizes()).toEqual([1])
  answers.push(double(108))
  await nextTurn()
  expect(sizes()).toEqual([1, 8])
  answers.push(...Array.from({ length: 20 }, (_, n) => double(109 + n)))
  await nextTurn()
  expect(sizes()).toEqual([1, 8])

  while (groups.flat().length < answers.length) {
    letGo.shift()?.()
    await soon()
  }
  for (const resolve of letGo) resolve()
  expect(await Promise.all(answers)).toEqual(answers.map((_, n) => 200 + 2 * n))
  expect(sizes()).toEqual([1, 8, 20])
})

test('a crowd that is more than one run begins two of them, where two may run at once', async () => {
  const { groups, double } = doubling(() => new Promise(() => {}), { atOnce: 2 })

  for (let n = 100; n < 350; n++) void double(n)
  await nextTurn()

  expect(groups.map((group) => group.length)).toEqual([100, 100])
})

test('an item that fails does not fail the others', async () => {
  const { groups, double } = doubling()

  const outcomes = await Promise.allSettled([1, 13, 2].map(double))

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(groups).toEqual([[1, 13, 2], [1], [13], [2]])
})

test('without a database nobody is tried twice, and the next group is tried anew', async () => {
  let isGone = true
  const { groups, double } = doubling(async () => {
    if (isGone) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
  })

  const outcomes = await Promise.allSettled([1, 2].map(double))
  isGone = false

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(groups).toEqual([[1, 2]])
  expect(await double(3)).toBe(6)
})

test('a run that lost a row to another transaction is taken apart: who does not need the row does not wait for it', async () => {
  const { groups, double } = doubling(async (group) => {
    if (group.includes(7)) throw Object.assign(new Error('lock timeout'), { code: '55P03' })
  })

  const outcomes = await Promise.allSettled([1, 7, 2].map(double))

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(groups).toEqual([[1, 7, 2], [1], [7], [2]])
})
