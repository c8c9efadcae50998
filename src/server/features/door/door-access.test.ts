import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { doorPassHeader } from '#contract/endpoint.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { aDoor, asPass } from '#server/testing/data/door.ts'
import { anEvent } from '#server/testing/data/events.ts'
import { contents } from '#server/testing/database/contents.ts'
import type { Changed } from '#server/testing/guards.ts'
import type { Caller } from '#server/testing.ts'
import { doorPasses } from './tables.ts'

/** Every call of the door itself. */
const calls = (at: (path: string) => string, registrationId: string) =>
  [
    ['POST', at('/check-in'), { registrationId }],
    ['DELETE', at(`/check-in/${registrationId}`), undefined],
    ['GET', at('/door'), undefined],
    ['GET', at('/door/list'), undefined],
    ['GET', at('/door/search?q=lovelace'), undefined],
  ] as const

const answers = async (call: Caller, at: (path: string) => string, registrationId: string) => {
  const replies = []
  for (const [method, path, body] of calls(at, registrationId)) replies.push(await call(method, path, body))
  return replies.map(({ status, body }) => [status, body.code])
}

test("a volunteers' link opens every call of the door of its event", async () => {
  const { attendee, aPass, at, event } = await aDoor()
  const { id } = await attendee('Ada', 'approved')
  const { call, url } = await aPass()

  expect(await answers(call, at, id)).toEqual(Array(5).fill([200, undefined]))
  expect(url).toMatch(new RegExp(`^http://week\\.test/e/${event.shortCode}\\?scan=[\\w-]{43}$`))
})

test('the door is found by the short code of the link as well', async () => {
  const { aPass, event } = await aDoor()
  const { call } = await aPass('Main gate', 2)

  const reply = await call('GET', `/api/events/${event.shortCode.toUpperCase()}/door`)

  expect(reply.body).toMatchObject({
    event: { id: event.id, title: 'Beach run' },
    pass: { label: 'Main gate', expiresAt: '2026-06-01T14:00:00.000Z' },
    publicKey: expect.stringMatching(/^[\w+/]{100,}=*$/),
    counts: { approved: 0, checkedIn: 0, gates: [] },
    now: '2026-06-01T12:00:00.000Z',
  })
  expect(reply.text).not.toContain('signingKey')
})

test('a link of another event, an expired, revoked or made-up one opens nothing and changes nothing', async () => {
  const { attendee, aPass, at, admin, clock, visitor, db } = await aDoor()
  const { id } = await attendee('Ada', 'approved')
  const other = await anEvent(admin, { title: 'Night swim' })
  const [foreign, revoked, expired] = [await aPass('a', 24, other.id), await aPass('b'), await aPass('c', 1)]
  await admin('DELETE', at(`/door-passes/${revoked.id}`))
  clock.advance(hours(1))
  const madeUp = asPass(visitor, `http://week.test/?scan=${'A'.repeat(43)}`)
  const before = await contents(db, { without: ['door_passes'] })

  for (const call of [foreign.call, revoked.call, expired.call, madeUp]) {
    expect(await answers(call, at, id)).toEqual(Array(5).fill([401, 'door-closed']))
  }
  expect(await contents(db, { without: ['door_passes'] })).toEqual(before)
})

test('an unknown event answers like a closed door: a link tells nothing about other events', async () => {
  const { aPass } = await aDoor()
  const { call } = await aPass()
  const unknown = (path: string) => `/api/events/00000000-0000-4000-8000-000000000000${path}`

  expect(await answers(call, unknown, crypto.randomUUID())).toEqual(Array(5).fill([401, 'door-closed']))
})

test('a link is no way to anything else', async () => {
  const { aPass, at } = await aDoor()
  const { call } = await aPass()
  const closed = ['/door-passes', '/scans', '/registrations', '/registrations.csv', '/door-list']

  for (const path of closed) expect([path, (await call('GET', at(path))).status]).toEqual([path, 401])
})

test('whoever is signed in to a company needs a link too, and acts by it', async () => {
  const { aCompany, aPass, at, attendee, admin } = await aDoor()
  const { payload } = await attendee('Ada', 'approved')
  const company = await aCompany()
  const { url } = await aPass('Gate B')

  expect((await company('GET', at('/door'))).status).toBe(403)
  expect((await asPass(company, url)('POST', at('/check-in'), { payload })).body.result).toBe('ok')
  expect((await admin('GET', at('/scans'))).body).toMatchObject([{ by: 'Gate B', result: 'ok' }])
})

test('a dead link is dead for an administrator as well: that is how it is tried', async () => {
  const { admin, at, aPass } = await aDoor()
  const { id, url } = await aPass()
  await admin('DELETE', at(`/door-passes/${id}`))

  expect((await asPass(admin, url)('GET', at('/door'))).body.code).toBe('door-closed')
  expect((await admin('GET', at('/door'))).body.pass).toBeNull()
})

test('links are listed without their secret, with their last use, and every action is in the audit log', async () => {
  const { admin, at, aPass, clock, db } = await aDoor()
  const { id, url, call } = await aPass('Gate B', 24)
  clock.advance(minutes(5))
  await call('GET', at('/door'))

  const listed = await admin('GET', at('/door-passes'))
  const revoked = await admin('DELETE', at(`/door-passes/${id}`))
  const again = await admin('DELETE', at(`/door-passes/${id}`))

  const secret = new URL(url).searchParams.get('scan') ?? ''
  expect(listed.body).toEqual([
    {
      id,
      label: 'Gate B',
      createdAt: '2026-06-01T12:00:00.000Z',
      createdBy: 'root@week.test',
      expiresAt: '2026-06-02T12:00:00.000Z',
      revokedAt: null,
      lastUsedAt: '2026-06-01T12:05:00.000Z',
    },
  ])
  expect(revoked.body.revokedAt).toBe('2026-06-01T12:05:00.000Z')
  expect(again.body).toEqual(revoked.body)
  const audit = await admin('GET', '/api/admin/audit')
  expect(audit.body.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
    'revoked a door link of',
    'made a door link for',
  ])
  expect(listed.text + audit.text + JSON.stringify(await db.select().from(doorPasses))).not.toContain(secret)
})

test('a link needs a name and a sensible time; links of another event cannot be revoked', async () => {
  const { admin, at, aPass } = await aDoor()
  const other = await anEvent(admin, { title: 'Night swim' })
  const foreign = await aPass('a', 24, other.id)
  const bad = [{ label: ' ' }, { label: 'x'.repeat(41) }, { label: 'a', hours: 0 }, { label: 'a', hours: 337 }]

  for (const body of bad) expect((await admin('POST', at('/door-passes'), body)).status).toBe(400)
  expect((await admin('DELETE', at(`/door-passes/${foreign.id}`))).status).toBe(404)
  expect((await foreign.call('GET', at('/door', other.id))).status).toBe(200)
})

test('names are found from three letters on, approved ones only, eight at most', async () => {
  const { attendee, aPass, at } = await aDoor()
  for (let n = 0; n < 9; n++) await attendee(`Ada${n}`, 'approved')
  await attendee('Adam')
  const { call } = await aPass()

  const found = await call('GET', at('/door/search?q=ada'))

  expect(found.body).toHaveLength(8)
  expect(Object.keys(found.body[0]).toSorted()).toEqual(['checkedInAt', 'companyName', 'firstName', 'id', 'lastName'])
  expect(found.text).not.toContain('Adam')
  expect((await call('GET', at('/door/search?q=ad'))).body.fields).toEqual({ q: 'Type at least three letters' })
  expect((await call('GET', at('/door/search?q=%25%25%25'))).body).toEqual([])
})

test('whoever searches all the time has to wait, each link by itself', async () => {
  const { aPass, at } = await aDoor()
  const [busy, calm] = [await aPass('a'), await aPass('b')]
  const statuses = new Set<number>()

  for (let n = 0; n < 121; n++) statuses.add((await busy.call('GET', at('/door/search?q=ada'))).status)

  expect([...statuses]).toEqual([200, 429])
  expect((await calm.call('GET', at('/door/search?q=ada'))).status).toBe(200)
})

test('a header that is sent twice or is no secret is a closed door, not a defect', async () => {
  const { visitor, at } = await aDoor()

  for (const secret of ['', ' ', 'a, b', 'x'.repeat(4000)]) {
    const reply = await visitor('GET', at('/door'), undefined, { headers: { [doorPassHeader]: secret } })
    expect([secret.length, reply.status]).toEqual([secret.length, 401])
  }
})

test('scans do not each read the event, and the next one after a change does', async () => {
  const reads: string[] = []
  const recordEventReads: Changed = {
    find: /^select .* from "events"/s,
    without: (query) => {
      reads.push(query.text)
      return query
    },
  }
  const { admin, event, attendee, aPass, scan, at } = await aDoor(recordEventReads)
  const { call } = await aPass()
  const { payload } = await attendee('Ada', 'approved')
  const scans = 20

  reads.length = 0
  for (let n = 0; n < scans; n++) expect((await scan({ payload }, call)).status).toBe(200)
  // Not one: a process that does not hear the others for a moment reads once a second.
  expect(reads.length).toBeLessThan(scans / 2)

  await admin('PATCH', `/api/events/${event.id}`, { title: 'Another title' })
  expect((await call('GET', at('/door'))).body.event.title).toBe('Another title')
})

test('a link for an event that another administrator deletes at this moment is refused, and nothing fails', async () => {
  const deletion: { run?: () => Promise<unknown> } = {}
  const { admin, event, at, db } = await aDoor({
    find: /^insert into "door_passes"/,
    before: async () => deletion.run?.(),
  })
  deletion.run = () => db.execute(sql`delete from events where id = ${event.id}`)

  const reply = await admin('POST', at('/door-passes'), { label: 'Main gate' })

  expect(reply).toMatchObject({ status: 404, body: { code: 'not-found' } })
})
