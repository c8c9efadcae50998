import { expect, test } from 'vitest'
import { defaultEmailBodyText, defaultEmailSubject, mailTextWarnings } from './mail-text.ts'
import { eventMoment } from './moment.ts'

const complete = { hasPlace: true, hasDate: true }

test('a placeholder that is unknown, empty or has nothing to say is named while the text is written', () => {
  expect(mailTextWarnings('{evntTitle} {} {evntTitle} {firstName}', complete)).toEqual([
    '{evntTitle} is unknown and will be sent as typed.',
    '{} is unknown and will be sent as typed.',
  ])
  expect(mailTextWarnings('{eventPlace} {eventDate}', { hasPlace: false, hasDate: false })).toEqual([
    'This event has no place yet: {eventPlace} will read “To be announced”.',
    'This event has no date yet: {eventDate} will read “To be announced”.',
  ])
  expect(mailTextWarnings(`${defaultEmailSubject} ${defaultEmailBodyText}`, complete)).toEqual([])
})

test.each([
  ['2026-06-20T10:00:00Z', null, 'America/Curacao', 'Saturday 20 June 2026, 06:00 (Curacao time, GMT−4)'],
  [
    '2026-06-20T10:00:00Z',
    '2026-06-20T12:30:00Z',
    'America/Curacao',
    'Saturday 20 June 2026, 06:00–08:30 (Curacao time, GMT−4)',
  ],
  [
    '2026-06-20T22:00:00Z',
    '2026-06-21T02:00:00Z',
    'UTC',
    'Saturday 20 June 2026, 22:00 to Sunday 21 June 2026, 02:00 (UTC)',
  ],
  ['2026-06-20T22:00:00Z', null, 'America/New_York', 'Saturday 20 June 2026, 18:00 (New York time, GMT−4)'],
  [null, null, 'UTC', 'To be announced'],
])('%s to %s in %s is written as %s', (eventDate, endsAt, timeZone, words) => {
  expect(eventMoment({ eventDate, endsAt }, timeZone)).toBe(words)
})
