import { expect, test } from 'vitest'
import { anAttendee, anEvent } from '#server/testing/data/events.ts'
import { atOnce, type Changed, databaseWith, meetBefore, patiently, withoutRowLock } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import { registrations } from '../tables.ts'

const environment = { TRUST_PROXY: '127.0.0.1' }

/** So many register at once, each from an address of their own, through two processes on one database. */
async function registerAtOnce(capacity: number, people: number, ...changes: Changed[]) {
  const server = await startServer({ environment })
  const bareDb = databaseWith(server.databaseUrl, ...changes)
  const processes = [1, 2].map(() => startServer({ environment, beside: { ...server, bareDb } }))
  const visitors = (await Promise.all(processes)).map(({ visitor }) => visitor)
  const event = await anEvent(await server.anAdmin(), { capacity })
  const replies = await atOnce(people, (n) =>
    patiently(async () => {
      const headers = { 'x-forwarded-for': `203.0.113.${n}` }
      const register = visitors[n % 2] ?? server.visitor
      return register('POST', `/api/events/${event.id}/register`, anAttendee(`Ada${n}`), { headers })
    }),
  )
  const mails = await server.mails()
  return {
    statuses: new Set(replies.map(({ status }) => status)),
    toldOfAPlace: replies.filter(({ body }) => body.waiting === false).length,
    mailedOfAPlace: mails.filter(({ text }) => !text.includes('waiting list')).length,
    mailed: mails.length,
    withAPlace: (await server.db.select().from(registrations)).filter(({ waitingSince }) => !waitingSince).length,
  }
}

test('of sixty who register at once for ten places ten are told that they have one, by the answer and by the email', async () => {
  const told = await registerAtOnce(10, 60)

  expect(told).toEqual({
    statuses: new Set([201]),
    toldOfAPlace: 10,
    mailedOfAPlace: 10,
    mailed: 60,
    withAPlace: 10,
  })
})

test('red control: without the lock on the event two people are told that they have the one place', async () => {
  // Both have counted the places before either of them takes one.
  const meeting = meetBefore(/insert into event_registrations/, 2)

  expect(await registerAtOnce(1, 2, withoutRowLock('events'), meeting)).toMatchObject({ toldOfAPlace: 2 })
})
