import { expect, test } from 'vitest'
import { anEvent } from '#server/testing/data/events.ts'
import { startWorld } from '#server/testing.ts'

/** As a calendar reads it: folded lines joined, escapes undone. */
function read(file: string) {
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  const value = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1))
  const text = (name: string) =>
    value(name).map((escaped) => escaped.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)))
  return { lines, value, text }
}

test('the file holds one event in UTC that no typed text can break out of', async () => {
  const { visitor, root: admin } = await startWorld({ root: 'admin' })
  const title = 'Run; walk, swim\\ and\r\nEND:VEVENT\nATTENDEE:mailto:evil@mail.test'
  const description = `${'Sun ☀ and 🏃 sand, '.repeat(40)}the end`
  const event = await anEvent(admin, { title, description, place: 'Mambo Beach', endsAt: '2026-06-20T16:00:00.000Z' })

  const { status, text: file, headers } = await visitor('GET', `/api/events/${event.shortCode}/calendar.ics`)

  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8; method=PUBLISH'])
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${event.shortCode}.ics"`)
  const { lines, value, text } = read(file)
  expect(lines.at(0)).toBe('BEGIN:VCALENDAR')
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1)
  expect(value('ATTENDEE')).toEqual([])
  expect(value('UID')).toEqual([`${event.id}@week.test`])
  expect(value('DTSTAMP')).toEqual(['20260601T120000Z'])
  expect([value('DTSTART'), value('DTEND')]).toEqual([['20260620T100000Z'], ['20260620T160000Z']])
  expect(text('SUMMARY')).toEqual([title.replace('\r\n', '\n')])
  expect(text('DESCRIPTION')).toEqual([description])
  expect(value('URL')).toEqual([`http://week.test/e/${event.shortCode}`])
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('an event without a date has no file yet', async () => {
  const { visitor, root: admin } = await startWorld({ root: 'admin' })
  const { id } = await anEvent(admin)
  await admin('PATCH', `/api/events/${id}`, { eventDate: null })

  expect(await visitor('GET', `/api/events/${id}/calendar.ics`)).toMatchObject({
    status: 404,
    body: { message: 'The date of this event is still to be announced.' },
  })
})

test('the file of an event without an end invents none', async () => {
  const { visitor, root: admin } = await startWorld({ root: 'admin' })
  const { id } = await anEvent(admin)

  const { value } = read((await visitor('GET', `/api/events/${id}/calendar.ics`)).text)

  expect([value('DTSTART'), value('DTEND')]).toEqual([['20260620T100000Z'], []])
})
