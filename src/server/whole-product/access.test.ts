import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../features/auth/tables.ts'
import { someTasks } from '../features/proofs/testing.ts'
import { sessions } from '../platform/sessions/tables.ts'
import { accessTable as table } from '../testing/access-table.ts'
import { aLink, aPhone } from '../testing/data/capture.ts'
import { anEvent, aRegistration } from '../testing/data/events.ts'
import { contents } from '../testing/database/contents.ts'
import { addressOf, aRequest, bodies } from '../testing/requests.ts'
import { type Caller, startServer } from '../testing.ts'

/** With sessions that are worth nothing: of disabled accounts, and expired ones. */
async function inhabited() {
  const server = await startServer()
  const [user, zorg, acme] = [await server.aUser('user'), await server.aCompany('zorg'), await server.aCompany()]
  const [admin, eve] = [await server.anAdmin(), await server.anAdmin('eve')]
  const [late, lateAdmin] = [await acme.enter(), await admin.enter()]
  const [off, offAdmin] = [await server.aCompany('off'), await server.anAdmin('gone')]
  const now = server.clock.now()
  for (const { userId } of [off, offAdmin]) {
    await server.db.update(users).set({ disabledAt: now }).where(eq(users.id, userId))
  }
  for (const { sid } of [late, lateAdmin]) {
    await server.db.update(sessions).set({ expire: now }).where(eq(sessions.sid, sid))
  }
  const dead = {
    'disabled company': off,
    'disabled administrator': offAdmin,
    'expired company': late,
    'expired administrator': lateAdmin,
  }
  const living = { user, others: zorg, own: acme, administrator: admin }
  const { id: eventId } = await anEvent(admin)
  const { id: attendeeId } = await aRegistration(server.visitor, admin, eventId)
  const [taskId] = await someTasks(server, 1)
  const guest = aPhone(server.visitor, (await aLink(acme, taskId)).token)
  const about = { companyId: acme.companyId, adminId: eve.userId, email: eve.email, eventId, attendeeId }
  return { ...server, dead, living, guest, about }
}

type Inhabited = Awaited<ReturnType<typeof inhabited>>
type Row = (typeof table)[string]

test('every call is in the table, with the access it is opened for', async () => {
  const { app } = await startServer()

  const endpoints = app.endpoints.map(({ method, path, access }) => [`${method} ${path}`, access])

  const written = Object.entries(table).map(([call, [access]]) => [call, access])
  expect(endpoints.toSorted()).toEqual(written.toSorted())
  expect(Object.keys(bodies).filter((call) => !(call in table))).toEqual([])
})

/** Nothing may have been written then. */
const isRefusal = (status: number) => [401, 403, 404].includes(status)

/** Tries of visitors are counted even when they are refused. */
const countedFor = (access: string) => (access === 'public' ? ['attempts'] : [])

function callersOf({ dead, living, visitor }: Inhabited, [, ...statuses]: Row) {
  const [asVisitor, asUser, asOwn, asOthers, asAdministrator] = statuses
  const callers: { who: string; call: Caller; status: number }[] = [
    ...Object.entries(dead).map(([who, call]) => ({ who, call, status: asVisitor })),
    { who: 'visitor', call: visitor, status: asVisitor },
    { who: 'user', call: living.user, status: asUser },
    { who: 'others', call: living.others, status: asOthers },
    { who: 'own', call: living.own, status: asOwn },
    { who: 'administrator', call: living.administrator, status: asAdministrator },
  ]
  return callers
}

async function expectAnswers(world: Inhabited, name: string, row: Row, wanted: (status: number) => boolean) {
  const [method, path = ''] = name.split(' ') as ['GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', string]
  for (const { who, call, status } of callersOf(world, row).filter((one) => wanted(one.status))) {
    const { params, body } = aRequest(name, { ...world.about, word: who.replace(' ', '-') })
    const address = addressOf(path, params)
    // The stream's answer has no end; its HEAD has. After a logout there is nobody left to ask for a HEAD.
    const head = method === 'GET' && path !== '/logout' ? await call('HEAD', address) : undefined
    const reply = path === '/stream' && status === 200 ? head : await call(method, address, body)
    expect([name, who, reply?.status, head?.status ?? status]).toEqual([name, who, status, status])
  }
}

const rows = Object.entries(table)

// A refusal leaves everything as it was, so that all of them can be met in one place.
test('who may not make a call is refused as the table says, and nothing changes', async () => {
  const world = await inhabited()

  for (const [name, row] of rows) {
    const without = countedFor(row[0])
    const before = await contents(world.db, { without })
    await expectAnswers(world, name, row, isRefusal)
    expect([name, await contents(world.db, { without })]).toEqual([name, before])
  }
})

const isRead = (name: string) => name.startsWith('GET ') && name !== 'GET /logout'

test('who may read is answered as the table says', async () => {
  const world = await inhabited()

  for (const [name, row] of rows.filter(([name]) => isRead(name))) {
    await expectAnswers(world, name, row, (status) => !isRefusal(status))
  }
})

for (const [name, row] of rows.filter(([name]) => !isRead(name))) {
  test(`${name} is answered as the table says to those who may`, async () => {
    await expectAnswers(await inhabited(), name, row, (status) => !isRefusal(status))
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
    const { params, body } = aRequest(`${method} ${path}`, { ...about, word: 'field' })
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
  const reads = app.endpoints.filter(
    ({ method, path }) => method === 'GET' && !path.endsWith('/stream') && path !== '/logout',
  )

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
