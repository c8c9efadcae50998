import { expect, test } from 'vitest'
import { createBurstReader } from './hand-scanner.ts'
import { createRepeatGuard } from './repeat-guard.ts'

test('a code that is held in front of the camera is taken once, until it was out of sight for three seconds', () => {
  let now = 0
  let taken = 0
  const sight = createRepeatGuard(() => now)
  const scan = (text: string, at: number) => {
    now = at
    sight(text, () => {
      taken++
      return true
    })
    return taken
  }

  expect(scan('a', 0)).toBe(1)
  for (let at = 100; at <= 10_000; at += 100) expect(scan('a', at)).toBe(1)
  expect(scan('a', 12_900)).toBe(1)
  expect(scan('b', 13_000)).toBe(2)
  expect(scan('a', 13_100)).toBe(3)
  expect(scan('a', 16_100)).toBe(4)
})

test('a code that comes while a result is being read is offered again', () => {
  let reading = true
  const taken: string[] = []
  const sight = createRepeatGuard(() => 0)
  const take = () => !reading && taken.push('b') > 0

  sight('b', take)
  sight('b', take)
  reading = false
  sight('b', take)
  sight('b', take)

  expect(taken).toEqual(['b'])
})

function typed(text: string, gap: number) {
  const read = createBurstReader()
  const keys = [...text].flatMap((key) => (/[A-Z]/.test(key) ? ['Shift', key] : [key]))
  return [...keys, 'Enter'].map((key, index) => read(key, 1_000 + index * gap)).at(-1)
}

test('a hand scanner is heard, capital letters included', () => {
  expect(typed('sw1.Ab-_9.xYz', 8)).toBe('sw1.Ab-_9.xYz')
})

test('a person who types is not', () => {
  expect(typed('K7M49QXB', 120)).toBeUndefined()
})

test('a single Enter, or a few keys at once, are no code', () => {
  expect(typed('', 8)).toBeUndefined()
  expect(typed('abc', 8)).toBeUndefined()
})
