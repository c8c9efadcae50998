import { expect, test } from 'vitest'
import { decideInChunks } from './selection.ts'

const ids = Array.from({ length: 2_500 }, (_, number) => `id-${number}`)

test('many are decided in calls of a thousand, and everybody is in exactly one', async () => {
  const calls: string[][] = []
  const progress: number[] = []

  const tally = await decideInChunks(
    ids,
    async (chunk) => {
      calls.push(chunk)
      return { decided: chunk.length - 1, left: 1, withoutPlace: 1 }
    },
    (done) => progress.push(done),
  )

  expect(calls.map(({ length }) => length)).toEqual([1_000, 1_000, 500])
  expect(calls.flat()).toEqual(ids)
  expect(progress).toEqual([1_000, 2_000, 2_500])
  expect(tally).toEqual({ decided: 2_497, left: 3, withoutPlace: 3 })
})

test('a failure stops the rest and tells what was done before', async () => {
  const error = new Error('no connection')
  let calls = 0

  const tally = await decideInChunks(
    ids,
    async (chunk) => {
      calls += 1
      if (calls === 2) throw error
      return { decided: chunk.length, left: 0, withoutPlace: 0 }
    },
    () => undefined,
  )

  expect(tally).toEqual({ decided: 1_000, left: 0, withoutPlace: 0, error })
  expect(calls).toBe(2)
})
