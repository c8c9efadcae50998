import { describe, expect, test } from 'vitest'
import {
  areHandlesFlat,
  compareQuarters,
  compareWithStored,
  isLatencyFlat,
  isMemoryFlat,
  p95Of,
  percentile,
} from './judging.ts'
import { readPlan } from './plan.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('a percentile is a number that was measured, whatever their order', () => {
  expect(percentile(upTo(100).reverse(), 0.95)).toBe(95)
  expect(percentile([...upTo(94), 900, 900, 900, 900, 900, 900], 0.95)).toBe(900)
  expect(percentile([7], 0.95)).toBe(7)
})

test('without an answer no bound is kept', () => {
  expect(percentile([], 0.95) <= 250).toBe(false)
})

test('an acknowledged registration that is missing or there twice is found', () => {
  expect(compareWithStored(['ada', 'bob'], ['bob', 'ada', 'eve'])).toEqual({ lost: [], doubled: [] })
  expect(compareWithStored(['ada', 'bob'], ['bob'])).toEqual({ lost: ['ada'], doubled: [] })
  expect(compareWithStored(['ada', 'bob'], ['bob', 'ada', 'bob'])).toEqual({ lost: [], doubled: ['bob'] })
})

describe('flat over half an hour', () => {
  const samples = (valueAt: (minute: number) => number) => compareQuarters(upTo(180).map((n) => valueAt(n / 6)))

  test('the start may grow, one collection may be late', () => {
    const steady = samples((minute) => (minute < 7 ? 150 + minute * 10 : minute === 25 ? 400 : 220))

    expect(steady).toEqual({ second: 220, last: 220 })
    expect(isMemoryFlat(steady, 30)).toBe(true)
  })

  test('2 MB more each minute are a leak, and so is a tenth more of a small process', () => {
    expect(
      isMemoryFlat(
        samples((minute) => 200 + minute * 2),
        30,
      ),
    ).toBe(false)
    expect(isMemoryFlat({ second: 100, last: 112 }, 30)).toBe(false)
    expect(isMemoryFlat({ second: 300, last: 314 }, 30)).toBe(true)
  })

  test('two file handles more each minute are a leak, a pool that filled is none', () => {
    expect(areHandlesFlat(samples((minute) => 2_050 + minute * 2))).toBe(false)
    expect(areHandlesFlat(samples((minute) => (minute < 20 ? 2_050 : 2_066)))).toBe(true)
  })

  test('answers that become slower are noticed, by stretches of ten seconds', () => {
    const answers = (slowerBy: number) =>
      upTo(1_800).map((n) => ({ due: n * 1_000, latency: 50 + (n / 1_800) * slowerBy }))

    expect(p95Of(answers(0), 10_000)).toHaveLength(181)
    expect(isLatencyFlat(compareQuarters(p95Of(answers(0), 10_000)))).toBe(true)
    expect(isLatencyFlat(compareQuarters(p95Of(answers(100), 10_000)))).toBe(false)
  })
})

test('the command is read as it is typed, and a slip of the pen is named', () => {
  expect(readPlan([])).toMatchObject({ mode: 'load', nodes: 1, rate: 300, seconds: 60, streams: 10_000, uploads: 50 })
  expect(readPlan(['soak'])).toMatchObject({ mode: 'soak', seconds: 1_800 })
  expect(readPlan(['soak', '2', 'nodes', '3'])).toMatchObject({ mode: 'soak', seconds: 120, nodes: 3 })
  expect(readPlan(['streams', '500', 'rate', '30'])).toMatchObject({ mode: 'load', streams: 500, rate: 30 })
  expect(() => readPlan(['node', '2'])).toThrow('node is not understood')
  expect(() => readPlan(['nodes', 'two'])).toThrow('nodes needs a number')
  expect(() => readPlan(['nodes'])).toThrow('nodes needs a number')
})
