import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { aDoor } from '#server/testing/data/door.ts'
import { anEvent } from '#server/testing/data/events.ts'
import { eventually } from '#server/testing/eventually.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { doorScans } from '../tables.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace', companyName: 'Analytical Engines' }

test('a good code lets in, and the answer has the name, the time and the counts', async () => {
  const { attendee, scan, clock } = await aDoor()
  const { id, payload } = await attendee('Ada', 'approved')
  await attendee('Grace', 'approved')

  const reply = await scan({ payload, gate: 'Gate B' })

  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    result: 'ok',
    attendee: { id, ...ada },
    checkedInAt: clock.now().toISOString(),
    counts: { approved: 2, checkedIn: 1, gates: [{ gate: 'Gate B', checkedIn: 1 }] },
  })
})

test('the second time it says when and where the first was', async () => {
  const { attendee, scan, clock } = await aDoor()
  const { payload } = await attendee('Ada', 'approved')
  const first = clock.now().toISOString()
  await scan({ payload, gate: 'Gate B' })
  clock.advance(minutes(20))

  const reply = await scan({ payload, gate: 'Gate C' })

  expect(reply.body).toMatchObject({ result: 'already', attendee: ada, checkedInAt: first, gate: 'Gate B' })
})

test('the short code works however it is typed, and so does the person picked from the search', async () => {
  const { attendee, scan } = await aDoor()
  const [a, b] = [await attendee('Ada', 'approved'), await attendee('Grace', 'approved')]

  const typed = await scan({ code: ` ${a.code.toLowerCase().replace('-', ' ')} ` })
  const picked = await scan({ registrationId: b.id })

  expect([typed.body.result, picked.body.result]).toEqual(['ok', 'ok'])
})

test('whoever is not approved stays outside, and is named with the reason', async () => {
  const { attendee, scan, admin, at } = await aDoor()
  const waiting = await attendee('Ada')
  const reopened = await attendee('Grace', 'approved')
  const rejected = await attendee('Linus', 'approved')
  await admin('POST', at(`/registrations/${reopened.id}/reopening`))
  await admin('POST', at(`/registrations/${rejected.id}/reopening`))
  await admin('PATCH', at(`/registrations/${rejected.id}`), { status: 'rejected' })
  const counts = { approved: 0, checkedIn: 0, gates: [] }

  expect((await scan({ code: waiting.code })).body).toMatchObject({
    result: 'pending',
    attendee: { firstName: 'Ada' },
    counts,
  })
  const named = (firstName: string, result: string) => ({ result, attendee: { firstName }, counts })
  expect((await scan({ payload: reopened.payload })).body).toMatchObject(named('Grace', 'pending'))
  expect((await scan({ payload: rejected.payload })).body).toMatchObject(named('Linus', 'rejected'))
  expect((await scan({ registrationId: rejected.id })).body).toMatchObject(named('Linus', 'rejected'))
})

test('the code of a cancelled registration says so, with the name', async () => {
  const { attendee, scan, visitor, event, mails } = await aDoor()
  const { payload } = await attendee('Ada', 'approved')
  const token = /[?&]r=([\w.~-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? ''
  await visitor('POST', `/api/events/${event.id}/registration/cancel`, { token })

  expect((await scan({ payload })).body).toMatchObject({ result: 'revoked', revocation: 'cancelled', attendee: ada })
})

test('an older code is revoked, the new one works', async () => {
  const { attendee, scan, admin, at } = await aDoor()
  const { id, payload } = await attendee('Ada', 'approved')
  const reissued = await admin('POST', at(`/registrations/${id}/reissue`))

  const [older, newer] = [await scan({ payload }), await scan({ payload: reissued.body.qrCodePayload })]

  expect(older.body).toMatchObject({ result: 'revoked', revocation: 'replaced', attendee: ada })
  expect(newer.body).toMatchObject({ result: 'ok', attendee: ada })
})

test('a code of another event is told apart from a forged one, and neither names anybody', async () => {
  const { attendee, scan, admin } = await aDoor()
  const other = await anEvent(admin, { title: 'Night swim' })
  const foreign = await attendee('Ada', 'approved', other.id)
  const own = await attendee('Grace', 'approved')
  const [prefix, signed = '', signature = ''] = own.payload.split('.')
  const [, , otherSignature] = foreign.payload.split('.')

  const wrong = await scan({ payload: foreign.payload })
  const wrongId = await scan({ registrationId: foreign.id })
  const wrongCode = await scan({ code: foreign.code })
  const forged = [
    `${prefix}.${signed}.${otherSignature}`,
    `${prefix}.${foreign.payload.split('.')[1]}.${signature}`,
    `${prefix}.${'A'.repeat(46)}.${signature}`,
    'https://week.test/e/abcd2345',
    '',
    '\u0000💥'.repeat(50),
  ]

  expect(wrong.body).toEqual({ result: 'wrong-event', counts: { approved: 1, checkedIn: 0, gates: [] } })
  expect([wrongId.body.result, wrongCode.body.result]).toEqual(['invalid', 'invalid'])
  for (const payload of forged) {
    const reply = await scan({ payload })
    expect([payload, reply.status, reply.body.result, reply.body.attendee]).toEqual([
      payload,
      200,
      'invalid',
      undefined,
    ])
  }
  expect((await scan({ registrationId: "'; drop table" })).body.result).toBe('invalid')
})

test('a scan of what no text may hold is an unknown code like any other, also when it comes later', async () => {
  const { scan } = await aDoor()
  const strange = ['\u0000', 'ABC\u0000123', '\ud800', 'ABC-12\udc00', '\udc00\ud800', '\u0000'.repeat(40)]
  const later = () => ({ nonce: randomUUID(), scannedAt: '2026-06-01T12:30:00.000Z' })

  for (const name of ['payload', 'code', 'registrationId'])
    for (const text of strange)
      for (const more of [{}, later()]) {
        const { status, body } = await scan({ [name]: text, ...more })
        expect([name, text, status, body.result]).toEqual([name, text, 200, 'invalid'])
      }
})

test('a gate whose name holds what no text may hold lets in all the same, and has the rest of its name', async () => {
  const { attendee, scan } = await aDoor()
  const { payload } = await attendee('Ada', 'approved')

  const nameless = await scan({ payload: 'unknown', gate: ' \u0000\ud800 ' })
  const first = await scan({ payload, gate: '\u0000Gate\udc00 B 💥\ud800' })
  const second = await scan({ payload, gate: 'Gate C' })

  expect([nameless.status, nameless.body.result]).toEqual([200, 'invalid'])
  expect([first.status, first.body.result]).toEqual([200, 'ok'])
  expect(first.body.counts.gates).toEqual([{ gate: 'Gate B 💥', checkedIn: 1 }])
  expect(second.body).toMatchObject({ result: 'already', gate: 'Gate B 💥' })
})

test('a scan names exactly one thing', async () => {
  const { scan } = await aDoor()

  for (const body of [{}, { payload: 'x', code: 'y' }, { payload: 'x'.repeat(501) }, { code: 'x', nonce: 'y' }]) {
    expect((await scan(body)).status).toBe(400)
  }
})

test('the same scan sent again has the same answer and no second entry, whatever happened since', async () => {
  const { attendee, scan, clock, db } = await aDoor()
  const { id, payload } = await attendee('Ada', 'approved')
  const [first, second] = [randomUUID(), randomUUID()]
  const entered = await scan({ payload, nonce: first, gate: 'Gate A' })
  const refused = await scan({ payload, nonce: second })
  clock.advance(minutes(3))
  await scan({ registrationId: id })

  const again = [await scan({ payload, nonce: first, gate: 'Gate A' }), await scan({ payload, nonce: second })]

  expect(again.map(({ body }) => body)).toEqual([entered.body, refused.body])
  expect(entered.body).toMatchObject({ result: 'ok' })
  expect(refused.body).toMatchObject({ result: 'already', gate: 'Gate A' })
  expect(await db.$count(doorScans)).toBe(3)
})

test('a scan that was undone is not done again by sending it again', async () => {
  const { attendee, scan, admin, at } = await aDoor()
  const { id, payload } = await attendee('Ada', 'approved')
  const nonce = randomUUID()
  await scan({ payload, nonce })
  await admin('DELETE', at(`/check-in/${id}`))

  const again = await scan({ payload, nonce })

  expect(again.body).toMatchObject({ result: 'ok', counts: { checkedIn: 0 } })
})

test('a scan made without a network keeps its time, within seven days and never in the future', async () => {
  const { attendee, scan, clock, admin, event } = await aDoor()
  await admin('PATCH', `/api/events/${event.id}`, { checkInHoursBefore: 168 })
  clock.advance(hours(2))
  const now = clock.now().getTime()
  const at = (milliseconds: number) => new Date(now + milliseconds).toISOString()
  const wanted: [sent: number, kept: number][] = [
    [-minutes(30), -minutes(30)],
    [-days(400), -days(7)],
    [days(2), 0],
  ]

  for (const [index, [sent, kept]] of wanted.entries()) {
    const { payload } = await attendee(`Ada${index}`, 'approved')
    const reply = await scan({ payload, nonce: randomUUID(), scannedAt: at(sent) })
    expect([sent, reply.body.checkedInAt]).toEqual([sent, at(kept)])
  }
})

test('two devices without a network that let the same code in: one check-in and one conflict', async () => {
  const { attendee, scan, admin, at, clock } = await aDoor()
  const { payload } = await attendee('Ada', 'approved')
  const scannedAt = (ago: number) => new Date(clock.now().getTime() - ago).toISOString()
  const offline = (gate: string, ago: number) => ({ payload, gate, nonce: randomUUID(), scannedAt: scannedAt(ago) })

  const first = await scan(offline('Gate A', minutes(8)))
  const second = await scan(offline('Gate B', minutes(9)))

  expect(first.body.result).toBe('ok')
  expect(second.body).toMatchObject({ result: 'already', gate: 'Gate A', checkedInAt: scannedAt(minutes(8)) })
  const conflicts = await admin('GET', at('/scans?only=conflicts'))
  expect(conflicts.body).toMatchObject([{ result: 'already', conflict: true, gate: 'Gate B', attendee: ada }])
})

test('a second scan with a network is no conflict: whoever scanned saw the answer', async () => {
  const { attendee, scan, admin, at } = await aDoor()
  const { payload } = await attendee('Ada', 'approved')
  await scan({ payload, nonce: randomUUID() })
  await scan({ payload, nonce: randomUUID() })

  expect((await admin('GET', at('/scans?only=conflicts'))).body).toEqual([])
})

test('open screens of administrators hear of every scan', async () => {
  const { attendee, scan, base, admin, event, at } = await aDoor()
  const stream = await openStream(base, admin.cookie)
  const { id } = await attendee('Ada')
  // What registering announces is gathered for a moment; what a decision announces comes after it.
  const registrationsHeard = () =>
    stream.topics().filter((topic) => topic === `events/${event.id}/registrations`).length
  await eventually(() => registrationsHeard() === 1, 'the registration to be announced')
  const { body } = await admin('PATCH', at(`/registrations/${id}`), { status: 'approved' })
  const payload = body.qrCodePayload as string
  await eventually(() => registrationsHeard() === 2, 'the decision to be announced')
  const before = stream.topics().length
  const heard = () => stream.topics().slice(before)

  await scan({ payload: 'nonsense' })
  await eventually(() => heard().includes(`events/${event.id}/door`), 'the failed scan to be announced')
  expect(heard()).not.toContain(`events/${event.id}/registrations`)
  await scan({ payload })
  await eventually(() => heard().includes(`events/${event.id}/registrations`), 'the check-in to be announced')
})
