import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as uploads from '../features/files/store.ts'
import { uploaded } from '../features/files/testing.ts'
import { someTasks, waitingProofs } from '../features/proofs/testing.ts'
import { hours } from '../platform/clock.ts'
import * as outbox from '../platform/mail/outbox.ts'
import { anAttendee, anEvent } from '../testing/data/events.ts'
import { eventually } from '../testing/eventually.ts'
import { goodPassword, startServer, startWorld } from '../testing.ts'

const twoDays = hours(48)

/** The product while its clock is two days ahead. */
async function startAhead() {
  const server = await startServer()
  server.clock.advance(twoDays)
  return { ...server, setBack: () => server.clock.advance(-twoDays) }
}

test('attempts dated in the future lock nobody out', async () => {
  const { visitor, aUser, setBack } = await startAhead()
  const { email } = await aUser('ada')
  const logIn = async (password: string) => (await visitor('POST', '/api/auth/login', { email, password })).status
  for (let n = 0; n < 10; n++) await logIn('a wrong guess')
  expect(await logIn(goodPassword)).toBe(429)

  setBack()

  expect(await logIn(goodPassword)).toBe(200)
  // And the limit is the same as ever.
  for (let n = 0; n < 10; n++) await logIn('a wrong guess')
  expect(await logIn(goodPassword)).toBe(429)
})

test('mails that wait for a moment in the far future, or are leased until then, leave', async () => {
  const { db, clock, anAdmin, visitor, setBack } = await startAhead()
  const event = await anEvent(await anAdmin(), { eventDate: '2026-06-20T10:00:00.000Z' })
  for (const name of ['Ada', 'Bob']) await visitor('POST', `/api/events/${event.id}/register`, anAttendee(name))
  const taken = await db.transaction((tx) => outbox.leaseDue(tx, 1, 'week.test', clock.now()))
  expect(taken).toHaveLength(1)
  // The lease counts by the database's clock, which was ahead as well.
  await db.execute(
    sql`update outbox set leased_until = clock_timestamp() + interval '2 days' where leased_until is not null`,
  )

  setBack()
  const due = await db.transaction((tx) => outbox.leaseDue(tx, 10, 'week.test', clock.now()))
  const again = await db.transaction((tx) => outbox.leaseDue(tx, 10, 'week.test', clock.now()))

  expect(due.map(({ toAddress }) => toAddress).toSorted()).toEqual(['ada@mail.test', 'bob@mail.test'])
  expect(again).toEqual([])
})

test('a claim on a proof that was made in the future keeps nobody from reviewing it', async () => {
  const server = await startAhead()
  const [one, two] = [await server.anAdmin('one'), await server.anAdmin('two')]
  const company = await server.aCompany()
  const [id] = await waitingProofs(server, company.companyId, await someTasks(server, 1))
  expect((await one('POST', `/api/proofs/${id}/claim`)).body.claimedByMe).toBe(true)

  server.setBack()
  const shown = await two('GET', '/api/proofs/pending')
  const claimed = await two('POST', `/api/proofs/${id}/claim`)

  expect(shown.body).toMatchObject([{ claimedBy: null, claimedByMe: false }])
  expect(claimed.body.claimedByMe).toBe(true)
})

test('a claim made by a process whose clock is a little ahead stays with whoever made it', async () => {
  const { one, two, acme: company, ...server } = await startWorld({ one: 'admin', two: 'admin', acme: 'company' })
  const [id] = await waitingProofs(server, company.companyId, await someTasks(server, 1))
  server.clock.advance(30_000)
  await one('POST', `/api/proofs/${id}/claim`)

  server.clock.advance(-30_000)
  const claimed = await two('POST', `/api/proofs/${id}/claim`)

  expect(claimed.body).toMatchObject({ claimedBy: expect.any(String), claimedByMe: false })
  expect((await one('GET', '/api/proofs/pending')).body).toMatchObject([{ claimedByMe: true }])
})

test('a file that was leased until a moment in the far future is prepared', async () => {
  const { db, aCompany } = await startServer()
  const path = await uploaded(await aCompany())
  const isPrepared = async () => Boolean((await uploads.find(db, path))?.preparedAt)
  await eventually(isPrepared, 'the file to be prepared', 30_000)

  const leasedUntil = new Date(Date.now() + twoDays)
  await db.transaction((tx) => uploads.update(tx, [path], { preparedAt: null, leaseId: randomUUID(), leasedUntil }))

  await eventually(isPrepared, 'the file to be prepared again', 30_000)
})

test('a mail that was sent in the future does not pause the next', async () => {
  const { anAdmin, visitor, setBack, mails } = await startAhead()
  const admin = await anAdmin()
  const event = await anEvent(admin, { eventDate: '2026-06-20T10:00:00.000Z' })
  await visitor('POST', `/api/events/${event.id}/register`, anAttendee('Ada'))
  const [ada] = (await admin('GET', `/api/events/${event.id}/registrations`)).body
  const one = `/api/events/${event.id}/registrations/${ada.id}`
  await admin('PATCH', one, { status: 'approved' })
  const before = (await mails()).length

  setBack()

  expect((await admin('POST', `${one}/resend`)).status).toBe(200)
  expect(await mails()).toHaveLength(before + 1)
})
