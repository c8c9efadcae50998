import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Access } from '#contract/endpoint.ts'
import { users } from './features/auth/tables.ts'
import { someTasks } from './features/proofs/testing.ts'
import { sessions } from './platform/sessions/tables.ts'
import { aLink, aPhone } from './testing/capture.ts'
import { contents } from './testing/contents.ts'
import { anEvent, aRegistration } from './testing/events.ts'
import { addressOf, requests, World } from './testing/world.ts'
import { type Caller, startServer } from './testing.ts'

type Row = [access: Access, visitor: number, user: number, own: number, others: number, administrator: number]

const everyone = (status: number): Row => ['public', status, status, status, status, status]
const administrators = (status: number): Row => ['administrator', 401, 403, 403, 403, status]
const guests: Row = ['guest', 401, 401, 401, 401, 401]
/** Without a link; what one opens is in the tests of the door, and of capture links. */
const keepers = (status: number): Row => ['door', 401, 403, 403, 403, status]

/**
 * Who gets what from every call: nobody signed in, somebody without a company, a company asking for its own, a company
 * asking for another's, an administrator. To open a call is to change this table.
 */
const table: Record<string, Row> = {
  'GET /healthz': everyone(200),
  'GET /readyz': everyone(200),
  'GET /openapi.json': everyone(200),
  'GET /metrics': everyone(200),
  'GET /stream': ['signed-in', 401, 200, 200, 200, 200],
  'GET /logout': everyone(302),
  'GET /auth/user': ['signed-in', 401, 200, 200, 200, 200],
  'POST /auth/ended-session': everyone(200),
  'POST /auth/signup': everyone(201),
  'POST /auth/login': everyone(200),
  'PATCH /auth/password': ['signed-in', 401, 200, 200, 200, 200],
  'POST /auth/forgotten-password': everyone(202),
  'POST /auth/reset-password': everyone(409),
  'POST /auth/first-administrator': everyone(409),
  'POST /companies': ['company', 401, 201, 409, 409, 403],
  'GET /companies': administrators(200),
  'GET /companies/:id': ['signed-in', 401, 404, 200, 404, 200],
  'PATCH /companies/:id': ['signed-in', 401, 404, 200, 404, 200],
  'GET /companies/:id/team-sizes': ['signed-in', 401, 404, 200, 404, 200],
  'GET /admin/companies': administrators(200),
  'GET /admin/companies.csv': administrators(200),
  'PATCH /admin/companies/:id': administrators(200),
  'PATCH /admin/companies/:id/password': administrators(200),
  'GET /admin/admins': administrators(200),
  'GET /admin/admins.csv': administrators(200),
  'POST /admin/admins': administrators(201),
  'PATCH /admin/admins/:id': administrators(200),
  'GET /admin/audit': administrators(200),
  'GET /admin/audit.csv': administrators(200),
  'POST /uploads': ['company', 401, 409, 201, 201, 403],
  'GET /uploads': ['company', 401, 200, 200, 200, 403],
  'DELETE /uploads/:folder/:name': ['company', 401, 409, 404, 404, 403],
  'PUT /uploads/:folder/:name': everyone(409),
  'GET /files/:folder/:name': ['signed-in', 401, 404, 404, 404, 404],
  'GET /tasks': ['signed-in', 401, 200, 200, 200, 200],
  'GET /tasks/archived': administrators(200),
  'DELETE /tasks/:id/archive': administrators(404),
  'POST /tasks': administrators(201),
  'POST /task-batches': administrators(201),
  'GET /tasks.csv': administrators(200),
  'PATCH /tasks/:id': administrators(404),
  'DELETE /tasks/:id': administrators(404),
  'GET /drafts': ['company', 401, 200, 200, 200, 403],
  'GET /tasks/:id/draft': ['company', 401, 409, 404, 404, 403],
  'PATCH /tasks/:id/draft': ['company', 401, 409, 404, 404, 403],
  'POST /tasks/:id/capture-links': ['company', 401, 409, 404, 404, 403],
  'GET /tasks/:id/capture-links': ['company', 401, 409, 200, 200, 403],
  'DELETE /capture-links/:id': ['company', 401, 409, 404, 404, 403],
  'GET /capture': guests,
  'PATCH /capture': guests,
  'POST /capture/uploads': guests,
  'DELETE /capture/files/:name': guests,
  'GET /capture/files/:name/thumbnail': guests,
  'POST /proofs': ['company', 401, 409, 400, 404, 403],
  'GET /companies/:id/proofs': ['signed-in', 401, 404, 200, 404, 200],
  'GET /proofs/:id/history': ['signed-in', 401, 404, 404, 404, 404],
  'GET /proofs/pending': administrators(200),
  'GET /proofs/decided': administrators(200),
  'GET /proofs/summary': administrators(200),
  'PATCH /proofs/:id/review': administrators(404),
  'POST /proofs/:id/reopening': administrators(404),
  'POST /proofs/:id/claim': administrators(404),
  'DELETE /proofs/:id/claim': administrators(200),
  'DELETE /proofs/:id/files/:name': administrators(404),
  'GET /companies/:id/points': ['signed-in', 401, 404, 200, 404, 200],
  'POST /companies/:id/points': administrators(201),
  'GET /analytics/overview': administrators(200),
  'GET /analytics/companies.csv': administrators(200),
  'GET /companies/:id/analytics': ['signed-in', 401, 404, 200, 404, 200],
  'POST /reports': ['signed-in', 401, 404, 201, 404, 201],
  'GET /reports': ['signed-in', 401, 200, 200, 200, 200],
  'GET /reports/:id': ['signed-in', 401, 404, 404, 404, 404],
  'GET /reports/:id/file': ['signed-in', 401, 404, 404, 404, 404],
  'POST /reports/:id/retry': ['signed-in', 401, 404, 404, 404, 404],
  'POST /report-batches': administrators(201),
  'GET /report-batches': administrators(200),
  'POST /report-batches/:id/retry': administrators(404),
  'GET /leaderboard': ['signed-in', 401, 200, 200, 200, 200],
  'GET /leaderboard/summary': ['signed-in', 401, 200, 200, 200, 200],
  'GET /leaderboard/divisions': ['signed-in', 401, 200, 200, 200, 200],
  'PATCH /leaderboard/divisions': administrators(200),
  'GET /leaderboard/:id': ['signed-in', 401, 200, 200, 200, 200],
  'GET /events': everyone(200),
  'GET /events/:id': everyone(200),
  'POST /events': administrators(201),
  'PATCH /events/:id': administrators(200),
  'DELETE /events/:id': administrators(409),
  'GET /events/:id/calendar.ics': everyone(200),
  'GET /events/:id/card.png': everyone(200),
  'POST /events/:id/test-mail': administrators(200),
  'POST /events/:id/cancellation': administrators(200),
  'POST /events/:id/register': everyone(201),
  'GET /events/:id/registrations': administrators(200),
  'GET /events/:id/registrations/counts': administrators(200),
  'GET /events/:id/registrations.csv': administrators(200),
  'GET /events/:id/door-list': administrators(200),
  'PATCH /events/:id/registrations/:attendeeId': administrators(200),
  'POST /events/:id/registrations/decisions': administrators(200),
  'POST /events/:id/registrations/mail-retries': administrators(200),
  'POST /events/:id/registrations/:attendeeId/reopening': administrators(409),
  'POST /events/:id/registrations/:attendeeId/resend': administrators(409),
  'POST /events/:id/registrations/:attendeeId/reissue': administrators(409),
  'GET /events/:id/registrations/:attendeeId/qr.png': administrators(409),
  'POST /events/:id/registration': everyone(404),
  'POST /events/:id/registration/cancel': everyone(404),
  'POST /events/:id/registration/resend': everyone(404),
  'POST /events/:id/check-in': keepers(200),
  'DELETE /events/:id/check-in/:registrationId': keepers(409),
  'POST /events/:id/check-in-opening': administrators(200),
  'DELETE /events/:id/check-in-opening': administrators(200),
  'GET /events/:id/door': keepers(200),
  'GET /events/:id/door/list': keepers(200),
  // Without letters to look for.
  'GET /events/:id/door/search': keepers(400),
  'GET /events/:id/door-passes': administrators(200),
  'POST /events/:id/door-passes': administrators(201),
  'DELETE /events/:id/door-passes/:passId': administrators(404),
  'GET /events/:id/scans': administrators(200),
}

/** With sessions that are worth nothing: of disabled accounts, and expired ones. */
async function inhabited() {
  const server = await startServer()
  const world = new World(server)
  const [user, zorg, acme] = [
    await world.join('user'),
    await world.joinWithCompany('zorg'),
    await world.joinWithCompany('acme'),
  ]
  const [admin, eve] = [await world.join('root', { isAdmin: true }), await world.join('eve', { isAdmin: true })]
  const [late, lateAdmin] = [await acme.enter(), await admin.enter()]
  const [off, offAdmin] = [await world.joinWithCompany('off'), await world.join('gone', { isAdmin: true })]
  const now = server.clock.now()
  for (const { userId } of [off, offAdmin]) {
    await server.db.update(users).set({ disabledAt: now }).where(eq(users.id, userId))
  }
  for (const { sid } of [late, lateAdmin]) {
    await server.db.update(sessions).set({ expire: now }).where(eq(sessions.sid, sid))
  }
  const dead = {
    'disabled company': off.call,
    'disabled administrator': offAdmin.call,
    'expired company': late.call,
    'expired administrator': lateAdmin.call,
  }
  const living = { user: user.call, others: zorg.call, own: acme.call, administrator: admin.call }
  const { id: eventId } = await anEvent(admin.call)
  const { id: attendeeId } = await aRegistration(server.visitor, admin.call, eventId)
  const [taskId] = await someTasks(server, 1)
  const guest = aPhone(server.visitor, (await aLink(acme.call, taskId)).token)
  const about = { companyId: acme.companyId, adminId: eve.userId, email: eve.email, eventId, attendeeId }
  return { ...server, dead, living, guest, about }
}

test('every call is in the table, with the access it is opened for', async () => {
  const { app } = await startServer()

  const endpoints = app.endpoints.map(({ method, path, access }) => [`${method} ${path}`, access])

  const written = Object.entries(table).map(([call, [access]]) => [call, access])
  expect(endpoints.toSorted()).toEqual(written.toSorted())
  expect(Object.keys(requests).toSorted()).toEqual(Object.keys(table).toSorted())
})

for (const [name, [access, visitor, user, own, others, administrator]] of Object.entries(table)) {
  const [method, path = ''] = name.split(' ') as ['GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', string]

  test(`${name} is answered as the table says, and a refusal changes nothing`, async () => {
    const { db, visitor: nobody, dead, living, about } = await inhabited()
    const without = access === 'public' ? ['attempts'] : []
    const wanted: [who: string, call: Caller, status: number][] = [
      ...Object.entries(dead).map(([who, call]): [string, Caller, number] => [who, call, visitor]),
      ['visitor', nobody, visitor],
      ['user', living.user, user],
      ['others', living.others, others],
      ['own', living.own, own],
      ['administrator', living.administrator, administrator],
    ]

    for (const [who, call, status] of wanted) {
      const { params, body } = requests[name]?.({ ...about, word: who.replace(' ', '-') }) ?? {}
      const address = addressOf(path, params)
      const before = await contents(db, { without })

      // The stream's answer has no end; its HEAD has. After a logout there is nobody left to ask for a HEAD.
      const head = method === 'GET' && path !== '/logout' ? await call('HEAD', address) : undefined
      const reply = path === '/stream' && status === 200 ? head : await call(method, address, body)

      expect([who, reply?.status, head?.status ?? status]).toEqual([who, status, status])
      if ([401, 403, 404].includes(status)) expect([who, await contents(db, { without })]).toEqual([who, before])
    }
  })
}

/** `/registrations/:attendeeId` also leads to an attendee called `counts`, who does not exist. */
const leadsTo = (opening: string, path: string) => new RegExp(`^${opening.replace(/:\w+/g, '[^/]+')}$`).test(path)

test('a method that is not opened at an address is refused with those that are, for anybody', async () => {
  const { app, db, visitor, living, about } = await inhabited()
  const before = await contents(db)
  const addresses = new Set(app.endpoints.map(({ path }) => path))
  const headers = { origin: 'http://week.test', 'access-control-request-method': 'POST' }

  for (const path of addresses) {
    const opened = new Set<string>(app.endpoints.filter((one) => leadsTo(one.path, path)).map(({ method }) => method))
    if (opened.has('GET')) opened.add('HEAD')
    const closed = (['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((m) => !opened.has(m))
    for (const method of closed) {
      for (const call of [visitor, living.own, living.administrator]) {
        const reply = await call(method, addressOf(path, { id: about.companyId }), undefined, { headers })
        const allowed = reply.headers.get('allow')?.split(', ').toSorted()
        const status = method === 'OPTIONS' ? 204 : 405
        expect([method, path, reply.status, allowed]).toEqual([method, path, status, [...opened, 'OPTIONS'].toSorted()])
      }
    }
  }
  expect(await contents(db)).toEqual(before)
})

test('what is not public is closed to a visitor before anything else is looked at', async () => {
  const { app, visitor } = await startServer()
  const closed = app.endpoints.filter(({ access }) => access !== 'public')

  for (const { method, path, access } of closed) {
    const code = access === 'guest' ? 'capture-link-closed' : 'not-signed-in'
    const address = addressOf(path, { id: 'no-such-thing' })
    const replies = [
      await visitor(method, address),
      await visitor(method, `${address}?junk=1`),
      ...(method === 'GET' ? [] : [await visitor(method, address, undefined, { raw: '{"broken' })]),
    ]
    for (const { status, body } of replies) expect([path, status, body.code]).toEqual([path, 401, code])
  }
  expect(closed.length).toBeGreaterThan(10)
})

/** Whoever gets furthest with a call. */
const mayCall = {
  public: 'user',
  'signed-in': 'own',
  company: 'user',
  administrator: 'administrator',
  door: 'administrator',
  guest: 'guest',
} as const

test('no write takes a field that is not its own', async () => {
  const { app, db, living, guest, about } = await inhabited()
  const callers = { ...living, guest }
  const before = await contents(db, { without: ['attempts'] })
  const foreign = { isAdmin: true, companyId: about.companyId, userId: about.adminId, totalPoints: 9, disabledAt: null }

  for (const { method, path, access } of app.endpoints.filter(({ body }) => body)) {
    const { params, body } = requests[`${method} ${path}`]?.({ ...about, word: 'field' }) ?? {}
    for (const [name, value] of Object.entries(foreign)) {
      if (body && name in body) continue
      const call = callers[mayCall[access]]
      const reply = await call(method, addressOf(path, params), { ...body, [name]: value })
      expect([method, path, reply.status, reply.body.message]).toEqual([method, path, 400, `Unknown field: ${name}`])
    }
  }
  expect(await contents(db, { without: ['attempts'] })).toEqual(before)
})

test('no answer holds a hash, a secret of a session or the contact of another company', async () => {
  const { app, db, living, about } = await inhabited()
  const sids = (await db.select().from(sessions)).map(({ sid }) => sid)
  const reads = app.endpoints.filter(({ method, path }) => method === 'GET' && !['/stream', '/logout'].includes(path))

  for (const { path } of reads) {
    for (const [who, call] of Object.entries(living)) {
      const { text } = await call('GET', addressOf(path, { id: about.companyId }))
      expect(sids.filter((sid) => text.includes(sid))).toEqual([])
      expect([path, text.includes('argon2')]).toEqual([path, false])
      if (who === 'others' || who === 'user')
        expect([path, who, text.includes('office@acme')]).toEqual([path, who, false])
    }
  }
  expect(reads.length).toBeGreaterThan(10)
})
