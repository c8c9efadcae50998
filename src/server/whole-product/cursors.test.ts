import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companyOrders } from '#contract/companies/endpoints.ts'
import { registrationOrders } from '#contract/registrations/endpoints.ts'
import { companies } from '#server/features/companies/tables.ts'
import { registrations } from '#server/features/registrations/tables.ts'
import { someTasks, waitingProofs } from '../features/proofs/testing.ts'
import { aDoor } from '../testing/data/door.ts'
import { anAttendee, anEvent } from '../testing/data/events.ts'
import { type Caller, startServer, startWorld } from '../testing.ts'

const nextOf = (headers: Headers) => /^<(\/api\/[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]

/** Every id, page by page; `between` happens after the first page. */
async function readPages(call: Caller, address: string, between = async () => {}): Promise<unknown[]> {
  const seen: unknown[] = []
  let path: string | undefined = `${address}${address.includes('?') ? '&' : '?'}limit=2`
  for (let pages = 0; path && pages < 20; pages++) {
    const { body, headers, status, text }: Awaited<ReturnType<Caller>> = await call('GET', path)
    expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, ''])
    seen.push(...body.map(({ id }: { id: unknown }) => id))
    path = nextOf(headers)
    if (pages === 0) await between()
  }
  return seen
}

const idsOf = async (call: Caller, address: string) =>
  (await call('GET', address)).body.map(({ id }: { id: unknown }) => id) as unknown[]

const inBothDirections = (columns: readonly string[]) => columns.flatMap((column) => [column, `-${column}`])

test('the pages of companies leave nobody out and show nobody twice while others sign up', async () => {
  const server = await startServer()
  for (const name of ['bea', 'al', 'cy', 'dot', 'eve']) await server.aCompany(name)
  const admin = await server.anAdmin()
  let nth = 0

  for (const sort of inBothDirections(companyOrders)) {
    const address = `/api/admin/companies?sort=${sort}`
    const before = await idsOf(admin, address)
    const seen = await readPages(admin, address, async () => {
      await server.aCompany(`${sort.startsWith('-') ? 'zz' : 'aa'}${nth++}`)
    })
    const known = seen.filter((id) => before.includes(id))
    expect([sort, known]).toEqual([sort, before])
    expect(new Set(seen).size).toBe(seen.length)
  }
})

test('the pages of attendees are right in every order while people register', async () => {
  const { root: admin, ...server } = await startWorld({ root: 'admin' })
  const event = await anEvent(admin)
  const register = (name: string, changes = {}) =>
    server.visitor('POST', `/api/events/${event.id}/register`, anAttendee(name, changes))
  for (const [name, companyName] of [
    ['Ada', null],
    ['Ben', 'B'],
    ['Cy', null],
    ['Dot', 'A'],
    ['Eve', 'B'],
  ] as const)
    await register(name, { companyName })
  // In one millisecond, as many people do: a cursor must know the microseconds.
  await server.db.update(registrations).set({
    registeredAt: sql`'2026-06-01T12:00:00Z'::timestamptz + (random() * 900 + 1)::int * interval '1 microsecond'`,
  })
  await server.db
    .update(registrations)
    .set({ status: 'approved', approvedAt: server.clock.now(), checkedIn: true, checkedInAt: server.clock.now() })
    .where(sql`first_name in ('Ben', 'Eve')`)
  let nth = 0

  for (const sort of inBothDirections(registrationOrders)) {
    const address = `/api/events/${event.id}/registrations?sort=${sort}`
    const before = await idsOf(admin, address)
    const seen = await readPages(admin, address, async () => {
      await register(`Aaron${nth++}`, { lastName: sort.startsWith('-') ? 'Zz' : 'Aa', companyName: '0' })
    })
    expect([sort, seen.filter((id) => before.includes(id))]).toEqual([sort, before])
    expect(new Set(seen).size).toBe(seen.length)
  }
})

test('the pages of proofs, points and the log go on behind what was read', async () => {
  const { acme: call, root: admin, ...server } = await startWorld({ acme: 'company', root: 'admin' })
  const proofs = await waitingProofs(server, call.companyId, await someTasks(server, 6))
  const addProof = async () => {
    server.clock.advance(-1_000)
    await waitingProofs(server, call.companyId, await someTasks(server, 1))
  }
  const pending = await idsOf(admin, '/api/proofs/pending')
  expect(await readPages(admin, '/api/proofs/pending', addProof)).toEqual(pending)
  expect(await readPages(call, `/api/companies/${call.companyId}/proofs`)).toHaveLength(7)

  for (const id of proofs.slice(0, 5)) await admin('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })
  for (const address of ['/api/proofs/decided', `/api/companies/${call.companyId}/points`, '/api/admin/audit']) {
    const before = await idsOf(admin, address)
    const seen = await readPages(admin, address, async () => {
      await admin('POST', `/api/companies/${call.companyId}/points`, { points: 1, reason: 'one more' })
    })
    expect([address, seen]).toEqual([address, before])
  }
})

test('the pages of administrators and of scans go on behind what was read', async () => {
  const { attendee, scan, admin, at, ...server } = await aDoor()
  const { payload } = await attendee('Ada', 'approved')
  for (let nth = 0; nth < 5; nth++) await scan({ payload })
  const scans = await idsOf(admin, at('/scans'))

  expect(await readPages(admin, at('/scans'), async () => void (await scan({ payload })))).toEqual(scans)
  for (const name of ['dot', 'bea', 'cy']) await server.anAdmin(name)
  for (const sort of inBothDirections(['name', 'email', 'createdAt'])) {
    const before = await idsOf(admin, `/api/admin/admins?sort=${sort}`)
    expect([sort, await readPages(admin, `/api/admin/admins?sort=${sort}`)]).toEqual([sort, before])
  }
})

test('a cursor that is not ours is refused, never a fault', async () => {
  const { root: admin } = await startWorld({ root: 'admin' })
  const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const wrong = [
    'WyJ',
    made(['a']),
    made(['a', 'b', 'c']),
    made(['a', 'no id']),
    made(['a\u0000', 'b']),
    made([[1], 2]),
    'W'.repeat(5_000),
  ]

  for (const cursor of wrong) {
    const reply = await admin('GET', `/api/admin/companies?cursor=${cursor}`)
    expect([cursor.slice(0, 40), reply.status, reply.body.code]).toEqual([cursor.slice(0, 40), 400, 'invalid-input'])
  }
  const times = await admin('GET', `/api/admin/audit?cursor=${made(['yesterday-ish', '1'])}`)
  expect([times.status, times.body.code]).toEqual([400, 'invalid-input'])
})

test('a cursor of one board, division or search is refused by every other', async () => {
  const server = await startServer()
  for (const name of ['bea', 'al', 'cy', 'dot', 'eve']) await server.aCompany(name)
  const admin = await server.anAdmin()
  await server.db.update(companies).set({ teamSize: 300 }).where(sql`name in ('bea Ltd', 'al Ltd')`)
  const lists = [
    ...['', '&q=ltd', '&q=e', '&board=per-person', '&board=per-person&q=ltd', '&board=improved'],
    ...['&board=division&division=1-49', '&board=division&division=250-up'],
  ]
  const cursors = new Map<string, string>()
  for (const list of lists) {
    const next = nextOf((await admin('GET', `/api/leaderboard?limit=1${list}`)).headers)
    if (next) cursors.set(list, new URLSearchParams(next.split('?')[1]).get('cursor') ?? '')
  }
  expect([...cursors.keys()]).toEqual(lists)

  for (const [of, cursor] of cursors)
    for (const list of lists) {
      const { status, body: answer } = await admin('GET', `/api/leaderboard?limit=1${list}&cursor=${cursor}`)
      const expected = list === of ? [200, undefined] : [400, 'invalid-input']
      expect([of, list, status, answer.code]).toEqual([of, list, ...expected])
      if (list !== of) expect(answer.fields.cursor).toMatch(/^Unknown cursor/)
    }
})
