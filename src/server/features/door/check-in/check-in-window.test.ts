import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { aDoor, soon } from '#server/testing/data/door.ts'
import { eventually } from '#server/testing/eventually.ts'
import { countWaiting, withoutRowLock } from '#server/testing/guards.ts'
import { openStream } from '#server/testing/network/stream.ts'

// The clock of the tests starts on 1 June 2026, 12:00.
const start = '2026-06-06T10:00:00.000Z'
const end = '2026-06-06T12:00:00.000Z'
const opensAt = '2026-06-05T22:00:00.000Z'
const closedAt = '2026-06-07T00:00:00.000Z'

/** An event of two hours, five days ahead, and a code for it. */
async function anEventAhead(changes: Record<string, unknown> = {}, ...guards: Parameters<typeof aDoor>) {
  const door = await aDoor(...guards)
  const { admin, at, attendee } = door
  const edited = await admin('PATCH', at(''), { eventDate: start, endsAt: end, ...changes })
  if (edited.status !== 200) throw new Error(edited.text)
  const ada = await attendee('Ada', 'approved')
  const setClock = (moment: string) => door.clock.advance(Date.parse(moment) - door.clock.now().getTime())
  const open = () => admin('POST', at('/check-in-opening'))
  const close = () => admin('DELETE', at('/check-in-opening'))
  return { ...door, ada, setClock, open, close }
}

test('a scan days before the event says when check-in opens, and lets nobody in', async () => {
  const { scan, ada, attendee, admin, at, aPass } = await anEventAhead()
  const pending = await attendee('Grace')
  const counts = { approved: 1, checkedIn: 0, gates: [] }
  const shown = [
    { payload: ada.payload },
    { code: ada.code },
    { registrationId: ada.id },
    { code: pending.code },
    { payload: 'x' },
  ]

  for (const what of shown) {
    const reply = await scan(what, (await aPass()).call)
    expect([what, reply.status, reply.body]).toEqual([what, 200, { result: 'closed', opensAt, counts }])
  }
  expect((await scan({ payload: ada.payload })).body).toEqual({ result: 'closed', opensAt, counts })
  const { body: failed } = await admin('GET', at('/scans?only=failed'))
  expect(failed).toHaveLength(6)
  expect(failed[0]).toMatchObject({ result: 'closed', attendee: { firstName: 'Ada' } })
})

test('check-in opens to the moment and closes to the moment', async () => {
  const { scan, ada, attendee, setClock } = await anEventAhead()
  const grace = await attendee('Grace', 'approved')
  const justBefore = (moment: string) => new Date(Date.parse(moment) - 1).toISOString()

  setClock(justBefore(opensAt))
  expect((await scan({ payload: ada.payload })).body).toMatchObject({ result: 'closed', opensAt })
  setClock(opensAt)
  expect((await scan({ payload: ada.payload })).body.result).toBe('ok')
  setClock(justBefore(closedAt))
  expect((await scan({ payload: ada.payload })).body.result).toBe('already')
  setClock(closedAt)
  const late = await scan({ payload: grace.payload })
  expect(late.body).toEqual({ result: 'closed', closedAt, counts: expect.anything() })
})

test('the hours are settings of the event, and an edit counts at once', async () => {
  const { scan, ada, admin, at, setClock } = await anEventAhead({ checkInHoursBefore: 1, checkInHoursAfter: 0 })
  setClock('2026-06-06T08:59:00.000Z')

  const early = await scan({ payload: ada.payload })
  const edited = await admin('PATCH', at(''), { checkInHoursBefore: 2 })
  const then = await scan({ payload: ada.payload })

  expect(early.body).toMatchObject({ result: 'closed', opensAt: '2026-06-06T09:00:00.000Z' })
  expect(edited.body).toMatchObject({ checkInHoursBefore: 2, checkInHoursAfter: 0 })
  expect(then.body.result).toBe('ok')
  setClock(end)
  expect((await scan({ payload: ada.payload })).body).toMatchObject({ result: 'closed', closedAt: end })
})

test('hours are whole, not negative and a week at most; twelve where none are given', async () => {
  const { admin, at } = await aDoor()

  for (const hoursGiven of [-1, 169, 1.5, '12', null]) {
    const reply = await admin('PATCH', at(''), { checkInHoursBefore: hoursGiven })
    expect([hoursGiven, reply.status, Object.keys(reply.body.fields)]).toEqual([
      hoursGiven,
      400,
      ['checkInHoursBefore'],
    ])
  }
  expect((await admin('GET', at(''))).body).toMatchObject({ checkInHoursBefore: 12, checkInHoursAfter: 12 })
})

test('without an end check-in closes after six hours and those of the setting; without a date it is closed', async () => {
  const { scan, ada, admin, at, setClock, open } = await anEventAhead({ endsAt: null })
  setClock('2026-06-07T04:00:00.000Z')

  expect((await scan({ payload: ada.payload })).body).toMatchObject({
    result: 'closed',
    closedAt: '2026-06-07T04:00:00.000Z',
  })
  await admin('PATCH', at(''), { eventDate: null })
  const counts = { approved: 1, checkedIn: 0, gates: [] }
  expect((await scan({ payload: ada.payload })).body).toEqual({ result: 'closed', counts })
  expect((await admin('GET', at('/door'))).body.checkIn).toEqual({ opensAt: null, closesAt: null, openedUntil: null })
  await open()
  expect((await scan({ payload: ada.payload })).body.result).toBe('ok')
})

test('a scan made without a network counts by the moment it was made', async () => {
  const { scan, ada, attendee, setClock } = await anEventAhead()
  const grace = await attendee('Grace', 'approved')
  setClock('2026-06-07T09:00:00.000Z')
  const nonce = randomUUID()
  const made = { payload: ada.payload, nonce, scannedAt: '2026-06-06T11:30:00.000Z' }

  const inside = await scan(made)
  const outside = await scan({ payload: grace.payload, nonce: randomUUID(), scannedAt: '2026-06-07T00:30:00.000Z' })

  expect(inside.body).toMatchObject({ result: 'ok', checkedInAt: made.scannedAt })
  expect(outside.body).toMatchObject({ result: 'closed', closedAt })
  expect((await scan(made)).body).toMatchObject({ result: 'ok' })
})

test('an administrator opens check-in by hand, and ends it again', async () => {
  const { scan, ada, attendee, admin, at, open, close, clock, db } = await anEventAhead()
  const grace = await attendee('Grace', 'approved')
  const nonce = randomUUID()
  await scan({ payload: ada.payload, nonce })

  const opened = await open()
  expect([opened.status, opened.body]).toEqual([
    200,
    { opensAt, closesAt: closedAt, openedUntil: '2026-06-02T12:00:00.000Z' },
  ])
  expect((await open()).body).toEqual(opened.body)
  expect((await admin('GET', at('/door'))).body.checkIn).toEqual(opened.body)
  expect((await scan({ payload: ada.payload })).body.result).toBe('ok')
  // The same scan sent again hears what it heard the first time.
  expect((await scan({ payload: ada.payload, nonce })).body).toMatchObject({ result: 'closed', opensAt })

  clock.advance(minutes(10))
  const closed = await close()
  expect(closed.body).toEqual({ opensAt, closesAt: closedAt, openedUntil: null })
  expect((await close()).status).toBe(200)
  expect((await scan({ payload: grace.payload })).body).toMatchObject({ result: 'closed', opensAt })

  const entries = (await db.select().from(auditEntries)).map(({ action }) => action)
  expect(entries.filter((action) => action.includes('check-in'))).toEqual([
    'opened check-in by hand for',
    'closed check-in again for',
  ])
})

test('an opening by hand ends by itself after a day, and what was scanned meanwhile counts later', async () => {
  const { scan, ada, attendee, open, close, clock } = await anEventAhead()
  const [grace, linus] = [await attendee('Grace', 'approved'), await attendee('Linus', 'approved')]
  const begun = clock.now().getTime()
  const offline = (payload: string, after: number) =>
    scan({ payload, nonce: randomUUID(), scannedAt: new Date(begun + after).toISOString() })
  await open()
  clock.advance(hours(24))

  expect((await scan({ payload: ada.payload })).body).toMatchObject({ result: 'closed', opensAt })
  expect((await offline(ada.payload, hours(23))).body.result).toBe('ok')
  await open()
  clock.advance(hours(1))
  await close()
  clock.advance(hours(1))
  expect((await offline(grace.payload, hours(24) + minutes(30))).body.result).toBe('ok')
  expect((await offline(linus.payload, hours(25) + minutes(30))).body.result).toBe('closed')
})

test('only administrators open it, and only an event that is there', async () => {
  const { aPass, at, visitor, admin } = await anEventAhead()
  const { call } = await aPass()

  for (const method of ['POST', 'DELETE'] as const) {
    expect((await call(method, at('/check-in-opening'))).status).toBe(401)
    expect((await visitor(method, at('/check-in-opening'))).status).toBe(401)
    expect((await admin(method, at('/check-in-opening', randomUUID()))).body.code).toBe('event-gone')
  }
})

test('open screens of administrators hear that check-in was opened by hand', async () => {
  const { base, admin, event, open } = await anEventAhead()
  const stream = await openStream(base, admin.cookie)
  const before = stream.topics().length

  await open()

  await eventually(
    () => stream.topics().slice(before).includes(`events/${event.id}/door`),
    'the opening to be announced',
  )
})

test('a check-in can be undone outside the hours', async () => {
  const { scan, ada, admin, at, open, close } = await anEventAhead()
  await open()
  await scan({ payload: ada.payload })
  await close()

  expect((await admin('DELETE', at(`/check-in/${ada.id}`))).body).toMatchObject({ counts: { checkedIn: 0 } })
})

/** A scan that arrives while a closing by hand is not committed yet. */
async function scanWhileClosing(...guards: Parameters<typeof aDoor>) {
  let commit = () => {}
  const committing = new Promise<void>((resolve) => {
    commit = resolve
  })
  let written = false
  const pause = {
    find: /^update "check_in_openings"/,
    after: () => {
      written = true
      return committing
    },
  }
  const { scan, ada, open, close, unchanged } = await anEventAhead({}, pause, ...guards)
  await open()
  const closing = close()
  await eventually(() => written, 'the closing to be written')
  let answered = false
  const scanning = scan({ payload: ada.payload }).finally(() => {
    answered = true
  })
  await eventually(async () => answered || (await countWaiting(unchanged.db)) > 0, 'the scan to be answered or to wait')
  commit()
  expect((await closing).status).toBe(200)
  return (await scanning).body.result
}

test('a scan waits for a closing by hand that is under way, and is closed', async () => {
  expect(await scanWhileClosing()).toBe('closed')
})

test('red control: without the lock the scan does not see the closing', async () => {
  expect(await scanWhileClosing(withoutRowLock('check_in_openings'))).toBe('ok')
})

test('an event that begins soon is open: what other tests of the door build on', async () => {
  const { admin, at } = await aDoor()

  expect((await admin('GET', at('/door'))).body).toMatchObject({
    event: { eventDate: soon },
    checkIn: { opensAt: '2026-06-01T01:00:00.000Z', openedUntil: null },
  })
})

test('a cancelled event is closed from that moment on, and cannot be opened by hand', async () => {
  const { scan, ada, attendee, setClock, admin, at, open, clock, aPass } = await anEventAhead()
  const grace = await attendee('Grace', 'approved')
  setClock(opensAt)
  const madeAt = clock.now().toISOString()
  expect((await open()).status).toBe(200)
  clock.advance(minutes(10))
  const cancelledAt = clock.now().toISOString()
  await admin('POST', at('/cancellation'), { reason: 'Storm' })
  clock.advance(minutes(1))

  const closed = await scan({ payload: ada.payload }, (await aPass()).call)
  expect([closed.status, closed.body]).toEqual([
    200,
    { result: 'closed', cancelledAt, counts: { approved: 2, checkedIn: 0, gates: [] } },
  ])
  expect((await admin('GET', at('/door'))).body.checkIn).toMatchObject({ cancelledAt })
  expect((await open()).body.code).toBe('event-cancelled')
  const before = await scan({ payload: grace.payload, scannedAt: madeAt })
  expect(before.body.result, 'who came before the cancellation was there').toBe('ok')
})
