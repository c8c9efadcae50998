import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toInstant, toLocal } from './zone-time.ts'

test('a time typed for the place of the event is that moment, wherever the computer stands', () => {
  expect(toInstant('2026-11-21T09:00', 'America/Curacao')).toBe('2026-11-21T13:00:00.000Z')
  expect(toLocal('2026-11-21T13:00:00.000Z', 'America/Curacao')).toBe('2026-11-21T09:00')
  expect(toInstant('2026-11-21T00:30', 'Pacific/Auckland')).toBe('2026-11-20T11:30:00.000Z')
})

test('around a change of the clocks the hour that exists is meant', () => {
  expect(toInstant('2026-03-29T01:30', 'Europe/Amsterdam')).toBe('2026-03-29T00:30:00.000Z')
  expect(toInstant('2026-03-29T03:30', 'Europe/Amsterdam')).toBe('2026-03-29T01:30:00.000Z')
  expect(toInstant('2026-10-25T03:30', 'Europe/Amsterdam')).toBe('2026-10-25T02:30:00.000Z')
})

test('what is shown in the input and saved again stays the same moment', () => {
  const minutes = fc.integer({ min: 0, max: 40_000_000 }).map((count) => new Date(Date.UTC(2025, 0) + count * 60_000))
  fc.assert(
    fc.property(minutes, (at) => {
      expect(toInstant(toLocal(at.toISOString(), 'America/Curacao'), 'America/Curacao')).toBe(at.toISOString())
    }),
  )
})
