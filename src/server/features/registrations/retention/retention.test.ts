import { expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { startServer, startWorld } from '#server/testing.ts'
import { registrations } from '../tables.ts'
import { sweep } from './retention.ts'

async function withDecided() {
  const server = await startServer()
  const { visitor, clock, db, platform } = server
  const admin = await server.anAdmin()
  // Over on 20 June at 16:00: nineteen days and four hours from now.
  const over = await anEvent(admin)
  const later = await anEvent(admin, { title: 'Later run', eventDate: '2026-09-01T10:00:00.000Z' })
  const decide = async (name: string, status: string) => {
    const { id } = await aRegistration(visitor, admin, over.id, name)
    if (status !== 'pending') await admin('PATCH', `/api/events/${over.id}/registrations/${id}`, { status })
  }
  await decide('Approved', 'approved')
  await decide('Rejected', 'rejected')
  await decide('Pending', 'pending')
  await aRegistration(visitor, admin, later.id, 'Approved')
  await db.update(outbox).set({ state: 'sent' })
  clock.advance(days(19) + hours(4))
  const left = async () => {
    await sweep(platform)
    const rows = await db.select().from(registrations)
    return rows.map(({ firstName, eventId }) => `${firstName} ${eventId === over.id ? 'over' : 'later'}`).toSorted()
  }
  return { ...server, left }
}

test('who was turned away is forgotten after 30 days, everybody after 90, others stay', async () => {
  const { left, clock } = await withDecided()
  const everybody = ['Approved later', 'Approved over', 'Pending over', 'Rejected over']

  expect(await left()).toEqual(everybody)
  clock.advance(days(30) - 1)
  expect(await left()).toEqual(everybody)
  clock.advance(1)
  expect(await left()).toEqual(['Approved later', 'Approved over', 'Pending over'])
  clock.advance(days(60) - 1)
  expect(await left()).toHaveLength(3)
  clock.advance(1)
  expect(await left()).toEqual(['Approved later'])
})

test('with a registration the mails about it go, those of other events stay', async () => {
  const { left, clock, mails } = await withDecided()

  clock.advance(days(90))
  await left()

  expect((await mails()).map(({ toAddress, subject }) => [toAddress, subject])).toEqual([
    ['approved@mail.test', 'We have your registration for Later run'],
  ])
})

test('an event without a date keeps its registrations', async () => {
  const { visitor, clock, platform, db, root: admin } = await startWorld({ root: 'admin' })
  const { id } = await anEvent(admin)
  await aRegistration(visitor, admin, id)
  await admin('PATCH', `/api/events/${id}`, { eventDate: null })
  clock.advance(days(400))

  await sweep(platform)

  expect(await db.$count(registrations)).toBe(1)
})
