import { expect, test } from 'vitest'
import type { EventAnalytics } from '#contract/analytics/endpoints.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { aDoor } from '#server/testing/data/door.ts'
import { anEvent } from '#server/testing/data/events.ts'

/** Eight people registered, six of them are approved and three came, one of them twenty minutes after the others. */
async function startAtDoor() {
  const door = await aDoor()
  const { attendee, scan, admin, clock } = door
  await attendee('Waiting')
  await attendee('Refused', 'rejected')
  const approved = []
  for (let n = 0; n < 6; n++) approved.push(await attendee(`Ada${n}`, 'approved'))
  await scan({ payload: approved[0]?.payload })
  await scan({ payload: approved[1]?.payload })
  clock.advance(minutes(20))
  await scan({ payload: approved[2]?.payload })
  const events = async (query = ''): Promise<EventAnalytics[]> =>
    (await admin('GET', `/api/analytics/overview${query}`)).body.events
  return { ...door, events }
}

test('an event shows who registered, was approved and came, and when', async () => {
  const { event, events, clock } = await startAtDoor()

  const shown = {
    id: event.id,
    title: 'Beach run',
    eventDate: '2026-06-01T13:00:00.000Z',
    registered: 8,
    approved: 6,
    checkedIn: 3,
    noShows: null,
    approvedShare: 0.75,
    attendance: 0.5,
    arrivals: [
      { at: '2026-06-01T12:00:00.000Z', count: 2 },
      { at: '2026-06-01T12:15:00.000Z', count: 1 },
    ],
  }
  expect(await events()).toEqual([shown])
  clock.advance(hours(12))
  expect(await events()).toEqual([{ ...shown, noShows: 3 }])
})

test('of fewer than five people neither a share is shown nor the numbers that it is made of', async () => {
  const { admin, attendee, events, event } = await startAtDoor()
  const small = await anEvent(admin, { title: 'Small run' })
  for (const name of ['Eve', 'Grace', 'Joan']) await attendee(name, 'approved', small.id)
  const partly = await anEvent(admin, { title: 'Partly approved' })
  for (const name of ['Ida', 'Kay', 'Liz', 'Mae']) await attendee(name, 'rejected', partly.id)
  await attendee('Nan', 'approved', partly.id)

  const found = await events()

  expect(found.find(({ id }) => id === small.id)).toMatchObject({
    ...{ registered: 3, approved: null, checkedIn: null, noShows: null },
    ...{ approvedShare: null, attendance: null, arrivals: [] },
  })
  expect(found.find(({ id }) => id === partly.id)).toMatchObject({
    ...{ registered: 5, approved: 1, checkedIn: null, noShows: null },
    ...{ approvedShare: 0.2, attendance: null, arrivals: [] },
  })
  expect(found.find(({ id }) => id === event.id)).toMatchObject({ approvedShare: 0.75 })
})

test('a period has the events that begin in it, by the days of the event', async () => {
  const { admin, events } = await startAtDoor()
  // 22:00 on the twentieth in Curaçao.
  await anEvent(admin, { title: 'Night run', eventDate: '2026-06-21T02:00:00.000Z' })
  const { id } = await anEvent(admin, { title: 'Some day' })
  await admin('PATCH', `/api/events/${id}`, { eventDate: null })

  const titles = async (query = '') => (await events(query)).map(({ title }) => title)
  expect(await titles()).toEqual(['Beach run', 'Night run', 'Some day'])
  expect(await titles('?from=2026-06-01&to=2026-06-19')).toEqual(['Beach run'])
  expect(await titles('?from=2026-06-20&to=2026-06-20')).toEqual(['Night run'])
  expect(await titles('?from=2026-06-21&to=2026-06-21')).toEqual([])
})

test('a cancelled event has no one who did not come', async () => {
  const { admin, event, events, clock } = await startAtDoor()

  await admin('POST', `/api/events/${event.id}/cancellation`, { reason: 'Storm' })
  clock.advance(hours(24))

  expect(await events()).toMatchObject([{ noShows: null }])
})
