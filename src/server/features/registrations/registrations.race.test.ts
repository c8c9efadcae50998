import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { events } from '#server/features/events/tables.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { post } from '#server/platform/mail/outbox.ts'
import { aMail } from '#server/platform/mail/testing/mails.ts'
import { anAttendee, anEvent, aRegistration } from '#server/testing/events.ts'
import { atOnce, patiently, tally, withoutIndex } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import { registrations } from './tables.ts'

async function withEvent() {
  const server = await startServer()
  const admin = await server.anAdmin()
  const event = await anEvent(admin)
  const path = `/api/events/${event.id}`
  const register = (name: string, changes = {}) =>
    patiently(() => server.visitor('POST', `${path}/register`, anAttendee(name, changes)))
  return { ...server, admin, event, path, register }
}

const fiftyOfOneAddress = (register: Awaited<ReturnType<typeof withEvent>>['register']) =>
  atOnce(50, (n) => register(`Ada${n}`, { email: n % 2 ? 'Ada@Mail.test' : 'ada@mail.test' }))

test('of fifty registrations of one address at once, one comes to be, and all get the same answer', async () => {
  const { register, db, mails } = await withEvent()

  const replies = await fiftyOfOneAddress(register)

  expect(tally(replies)).toEqual({ 201: 50 })
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(await db.$count(registrations)).toBe(1)
  expect(await mails()).toHaveLength(1)
})

test('red control: without the index one address is registered several times', { retry: 4 }, async () => {
  const { db, event } = await withEvent()
  // The statement itself leans on the index, so the control looks before it writes, as a guard without one would.
  const several = await withoutIndex(db, 'registrations_live', async () => {
    await atOnce(20, (n) =>
      db.transaction(async (tx) => {
        const found = await tx.$count(registrations)
        await tx.execute(sql`select pg_sleep(0.05)`)
        if (found === 0) await tx.insert(registrations).values(aRow(event.id, n))
      }),
    )
    return db.$count(registrations)
  })

  expect(several).toBeGreaterThan(1)
})

const aRow = (eventId: string, n: number) => ({
  eventId,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@mail.test',
  phone: '1',
  code: `C${n}`,
  registeredAt: new Date(),
  noticeVersion: 'x',
})

async function withAda() {
  const server = await withEvent()
  const ada = await aRegistration(server.visitor, server.admin, server.event.id)
  return { ...server, ada, one: `${server.path}/registrations/${ada.id}` }
}

test('of approvals and rejections at once one wins, with one mail and one line in the log', async () => {
  const { admin, one, db, mails } = await withAda()

  const replies = await atOnce(20, (n) =>
    patiently(() => admin('PATCH', one, { status: n % 2 ? 'approved' : 'rejected' })),
  )

  const counts = tally(replies)
  expect(counts).toEqual({ 200: 10, 409: 10 })
  const [row] = await db.select().from(registrations)
  expect((await mails()).map(({ template }) => template).toSorted()).toEqual(
    ['registration-received', `registration-${row?.status}`].toSorted(),
  )
  const deeds = (await db.select().from(auditEntries)).filter(({ subjectId }) => subjectId === row?.id)
  expect(deeds).toMatchObject([{ action: `${row?.status} registration` }])
  expect(row?.qrCodePayload === null).toBe(row?.status === 'rejected')
})

test('fifty approvals at once issue one code and post one mail', async () => {
  const { admin, one, db, mails, path, ada } = await withAda()

  const replies = await atOnce(50, (n) =>
    patiently(() =>
      n % 5
        ? admin('PATCH', one, { status: 'approved' })
        : admin('POST', `${path}/registrations/decisions`, { ids: [ada.id], status: 'approved' }),
    ),
  )

  expect(tally(replies)).toEqual({ 200: 50 })
  expect(await mails()).toHaveLength(2)
  expect(await db.select().from(registrations)).toMatchObject([{ status: 'approved', issue: 1 }])
})

test('red control: looking without holding posts several mails', { retry: 4 }, async () => {
  const { db, clock, ada, mails } = await withAda()

  await atOnce(20, () =>
    db.transaction(async (tx) => {
      const [row] = await tx.select().from(registrations)
      await tx.execute(sql`select pg_sleep(0.05)`)
      if (row?.status !== 'pending') return
      await tx.execute(sql`update event_registrations set status = 'approved' where id = ${ada.id}`)
      await post(tx, aMail(), clock.now())
    }),
  )

  expect((await mails()).length).toBeGreaterThan(2)
})

test('an event that is deleted while people register keeps all of them or none', async () => {
  for (let round = 0; round < 6; round++) {
    const { admin, path, register, db, event } = await withEvent()

    const [deleted, ...replies] = await Promise.all([
      patiently(() => admin('DELETE', path)),
      ...Array.from({ length: 12 }, (_, n) => register(`Ada${n}`)),
    ])

    const left = await db.select().from(events)
    const rows = await db.$count(registrations)
    if (deleted?.status === 200) {
      expect([left.length, rows]).toEqual([0, 0])
      for (const { status, body } of replies) expect([status, body.code]).toEqual([404, 'event-gone'])
    } else {
      expect(deleted?.body.code).toBe('event-in-use')
      expect([left[0]?.id, rows]).toEqual([event.id, tally(replies)[201]])
    }
  }
})

test('of many who ask for the mail again at once, one mail goes', async () => {
  const { register, clock, mails } = await withEvent()
  await register('Ada')
  clock.advance(600_000)

  await atOnce(20, () => register('Ada'))

  expect(await mails()).toHaveLength(2)
})
