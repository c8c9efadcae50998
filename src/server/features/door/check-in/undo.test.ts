import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aDoor } from '#server/testing/data/door.ts'
import { anEvent } from '#server/testing/data/events.ts'

test('a check-in can be undone for fifteen minutes, and the person can come in again', async () => {
  const { attendee, scan, admin, at, clock } = await aDoor()
  const { id, payload } = await attendee('Ada', 'approved')
  await scan({ payload, gate: 'Gate A' })
  clock.advance(minutes(15))

  const undone = await admin('DELETE', at(`/check-in/${id}`))
  const again = await scan({ payload, gate: 'Gate B' })

  expect(undone).toMatchObject({ status: 200, body: { counts: { approved: 1, checkedIn: 0, gates: [] } } })
  expect(again.body).toMatchObject({ result: 'ok', counts: { gates: [{ gate: 'Gate B', checkedIn: 1 }] } })
  expect((await admin('GET', at('/scans'))).body).toMatchObject([
    { result: 'ok', gate: 'Gate B', undone: false },
    { result: 'ok', gate: 'Gate A', undone: true },
  ])
})

test('after that it is final', async () => {
  const { attendee, scan, admin, at, clock } = await aDoor()
  const { id, payload } = await attendee('Ada', 'approved')
  await scan({ payload })
  clock.advance(minutes(15) + 1)

  const reply = await admin('DELETE', at(`/check-in/${id}`))

  expect([reply.status, reply.body.code]).toEqual([409, 'check-in-final'])
  expect((await scan({ payload })).body.result).toBe('already')
})

test('only who is inside can be taken out, and nobody of another event', async () => {
  const { attendee, scan, admin, at } = await aDoor()
  const { id } = await attendee('Ada', 'approved')
  const other = await anEvent(admin, { title: 'Night swim' })
  const foreign = await attendee('Grace', 'approved', other.id)
  await admin('POST', at('/check-in', other.id), { payload: foreign.payload })

  const outside = await admin('DELETE', at(`/check-in/${id}`))
  const elsewhere = await admin('DELETE', at(`/check-in/${foreign.id}`))

  expect([outside.status, outside.body.code]).toEqual([409, 'not-inside'])
  expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'registration-gone'])
  expect((await scan({ registrationId: id })).body.result).toBe('ok')
})

test('an undo by an administrator is in the audit log, one by a volunteer in the log of the door', async () => {
  const { attendee, scan, admin, at, aPass } = await aDoor()
  const [ada, grace] = [await attendee('Ada', 'approved'), await attendee('Grace', 'approved')]
  const { call } = await aPass()
  for (const { payload } of [ada, grace]) await scan({ payload })

  await admin('DELETE', at(`/check-in/${ada.id}`))
  await call('DELETE', at(`/check-in/${grace.id}`))

  const deeds = (await admin('GET', '/api/admin/audit')).body.filter(({ action }: { action: string }) =>
    action.startsWith('undid'),
  )
  expect(deeds).toMatchObject([
    { action: 'undid the check-in of', subject: expect.stringMatching(/: [0-9A-Z]{3}-[0-9A-Z]{3}$/) },
  ])
  expect((await admin('GET', at('/scans'))).body).toMatchObject([{ undone: true }, { undone: true }])
})

test('the log has every scan, the newest first, page by page, failed ones by themselves', async () => {
  const { attendee, scan, admin, at } = await aDoor()
  const { payload, code } = await attendee('Ada', 'approved')
  await scan({ payload, gate: 'Gate A' })
  await scan({ code: 'XXX-XXX' })
  await scan({ code })

  const [all, failed] = [await admin('GET', at('/scans')), await admin('GET', at('/scans?only=failed'))]
  const second = await admin('GET', at('/scans?limit=1&cursor=1'))

  expect(all.body.map(({ result }: { result: string }) => result)).toEqual(['already', 'invalid', 'ok'])
  expect(all.headers.get('x-total-count')).toBe('3')
  expect(failed.body).toMatchObject([{ result: 'invalid', attendee: null, by: 'root@week.test', conflict: false }])
  expect(second.body).toMatchObject([{ result: 'invalid' }])
  const next = /^<([^>]+)>; rel="next"$/.exec(second.headers.get('link') ?? '')?.[1] ?? ''
  expect((await admin('GET', next)).body).toMatchObject([{ result: 'ok' }])
})
