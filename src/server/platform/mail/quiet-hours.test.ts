import { expect, test } from 'vitest'
import { endOfQuietHours, startOfQuietHours } from './quiet-hours.ts'

const endOf = (now: string, timeZone: string) => endOfQuietHours(new Date(now), timeZone)?.toISOString()

test('the quiet hours begin at 21:00 and end at 07:00 on the clocks of the place', () => {
  expect(endOf('2026-06-02T00:59:59.999Z', 'America/Curacao')).toBeUndefined()
  expect(endOf('2026-06-02T01:00:00.000Z', 'America/Curacao')).toBe('2026-06-02T11:00:00.000Z')
  expect(endOf('2026-06-02T04:30:00.001Z', 'America/Curacao')).toBe('2026-06-02T11:00:00.000Z')
  expect(endOf('2026-06-02T10:59:59.999Z', 'America/Curacao')).toBe('2026-06-02T11:00:00.000Z')
  expect(endOf('2026-06-02T11:00:00.000Z', 'America/Curacao')).toBeUndefined()
})

test('they end at 07:00 also in a night in which the clocks change', () => {
  expect(endOf('2026-03-28T21:00:00.000Z', 'Europe/Amsterdam'), 'an hour is left out').toBe('2026-03-29T05:00:00.000Z')
  expect(endOf('2026-10-24T20:00:00.000Z', 'Europe/Amsterdam'), 'an hour comes twice').toBe('2026-10-25T06:00:00.000Z')
})

test('a zone that is a part of an hour away from the others ends them at its own 07:00', () => {
  expect(endOf('2026-06-01T18:00:00.000Z', 'Asia/Kathmandu')).toBe('2026-06-02T01:15:00.000Z')
})

test('when a night began is known during all of it, also when the clocks change', () => {
  const startOf = (moment: string, timeZone: string) => startOfQuietHours(new Date(moment), timeZone)?.toISOString()

  expect(startOf('2026-06-02T00:59:59.999Z', 'America/Curacao')).toBeUndefined()
  expect(startOf('2026-06-02T01:00:00.000Z', 'America/Curacao')).toBe('2026-06-02T01:00:00.000Z')
  expect(startOf('2026-06-02T10:59:59.999Z', 'America/Curacao')).toBe('2026-06-02T01:00:00.000Z')
  expect(startOf('2026-03-29T04:30:00.000Z', 'Europe/Amsterdam')).toBe('2026-03-28T20:00:00.000Z')
  expect(startOf('2026-06-02T01:00:00.000Z', 'Asia/Kathmandu')).toBe('2026-06-01T15:15:00.000Z')
})
