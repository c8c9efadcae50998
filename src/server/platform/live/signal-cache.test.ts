import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SignalBus } from './bus.ts'
import { SignalCache } from './signal-cache.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A cache whose readings end when the test says so. */
function start(options: { maxAge?: number; renewAfter?: number } = {}) {
  const signals = new SignalBus()
  signals.connect({ isHearing: () => true, check: async () => {} })
  const cache = new SignalCache<number>(signals, {
    ...options,
    endedBy: ({ topics }) => topics?.includes('tasks') ?? false,
  })
  const readings: { end: () => Promise<void> }[] = []
  const read = () =>
    cache.read('key', () => {
      const number = readings.length + 1
      let resolve = (_number: number) => {}
      const promise = new Promise<number>((done) => {
        resolve = done
      })
      readings.push({
        end: async () => {
          resolve(number)
          await promise
        },
      })
      return promise
    })
  const announce = () => signals.emit({ topics: ['tasks'] })
  return { read, readings, announce }
}

test('many who ask at once, also after its time is over, wait for one reading', async () => {
  const { read, readings } = start({ maxAge: 1_000 })
  for (const expected of [1, 2]) {
    const asking = Promise.all(Array.from({ length: 50 }, read))
    expect(readings.length).toBe(expected)
    await readings[expected - 1]?.end()
    expect(new Set(await asking)).toEqual(new Set([expected]))
    vi.advanceTimersByTime(1_001)
  }
})

test('what is asked for all the time is read again before its time is over, and nobody waits for it', async () => {
  const { read, readings } = start({ maxAge: 1_000, renewAfter: 500 })
  void read()
  await readings[0]?.end()

  vi.advanceTimersByTime(600)
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  expect(readings.length).toBe(2)
  await readings[1]?.end()

  vi.advanceTimersByTime(450)
  expect(await read()).toBe(2)
})

test('a reading that does not come is waited for when the time is over', async () => {
  const { read, readings } = start({ maxAge: 1_000, renewAfter: 500 })
  void read()
  await readings[0]?.end()
  vi.advanceTimersByTime(600)
  void read()

  vi.advanceTimersByTime(500)
  const late = read()

  await readings[1]?.end()
  expect(await late).toBe(2)
})

test('a signal during the second reading ends both, for it may have read too early', async () => {
  const { read, readings, announce } = start({ maxAge: 1_000, renewAfter: 500 })
  void read()
  await readings[0]?.end()
  vi.advanceTimersByTime(600)
  void read()

  announce()
  await readings[1]?.end()
  const after = read()

  expect(readings.length).toBe(3)
  await readings[2]?.end()
  expect(await after).toBe(3)
})
