import { expect, test } from 'vitest'
import { events } from '#server/features/events/tables.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { minutes } from '#server/platform/clock.ts'
import { eventually } from '#server/platform/mail/testing/eventually.ts'
import { anAttendee, anEvent, aRegistration } from '#server/testing/data/events.ts'
import {
  atOnce,
  type Changed,
  interruption,
  lockedForDeletion,
  meetBefore,
  patiently,
  startServerWith,
  tally,
  withoutConflictClause,
  withoutRowLock,
} from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { sweep } from './retention/retention.ts'
import { registrations } from './tables.ts'

async function withEvent(...changes: Changed[]) {
  const server = await startServerWith(...changes)
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

test('red control: without the index one address is registered twice', async () => {
  const { register, db } = await withEvent(withoutConflictClause(/insert into "?event_registrations"?/))

  const rows = await withoutIndex(db, 'registrations_live', async () => {
    await atOnce(2, (n) => register(`Ada${n}`, { email: 'ada@mail.test' }))
    return db.$count(registrations)
  })

  expect(rows).toBe(2)
})

async function withAda(...changes: Changed[]) {
  const server = await withEvent(...changes)
  const ada = await aRegistration(server.visitor, server.admin, server.event.id)
  return { ...server, ada, one: `${server.path}/registrations/${ada.id}` }
}

test('of approvals and rejections at once one wins, with one mail and one entry in the log', async () => {
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

test('red control: without the locks on the registration and its event two approvals post two mails', async () => {
  const { admin, one, mails } = await withAda(
    withoutRowLock('events'),
    withoutRowLock('event_registrations'),
    meetBefore(/^update "event_registrations" set .*"status"/, 2),
  )

  await atOnce(2, () => patiently(() => admin('PATCH', one, { status: 'approved' })))

  expect((await mails()).map(({ template }) => template).toSorted()).toEqual([
    'registration-approved',
    'registration-approved',
    'registration-received',
  ])
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
  const { register, clock, mails, platform } = await withEvent()
  await register('Ada')
  clock.advance(600_000)

  await atOnce(20, () => register('Ada'))

  await eventually(async () => expect(await mails()).toHaveLength(2))
  await sweep(platform)
  clock.advance(minutes(1))
  await sweep(platform)
  expect(await mails()).toHaveLength(2)
})

/** Ada's approval is taken back; before that is written down, another administrator deletes the event. */
async function deleteWhileReopening(...changes: Changed[]) {
  const deletion = interruption(/^update "event_registrations" set "status"/)
  const { admin, path, one, db } = await withAda(deletion.changed, ...changes)
  await admin('PATCH', one, { status: 'approved' })
  deletion.prepare(db, () => admin('DELETE', path))
  const reopened = await admin('POST', `${one}/reopening`)
  return { reopened: reopened.status, deleted: await deletion.status() }
}

test('an approval that is taken back while the event is deleted: the deletion is refused, and neither fails', async () => {
  expect(await deleteWhileReopening()).toEqual({ reopened: 200, deleted: 409 })
})

test('red control: with the registration held for good one of the two fails', async () => {
  const { reopened, deleted } = await deleteWhileReopening(lockedForDeletion('event_registrations'))

  expect([reopened, deleted]).toContain(503)
})
