import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recordStatements } from '#server/testing/database/statements.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServerWith } from '#server/testing/guards.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { startServer, startWorld } from '#server/testing.ts'
import { listenerName } from './listener.ts'
import { notify, publish } from './publish.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/** Something everybody hears: whoever has not heard of a thing before it never will. */
async function everybodyHears({ db }: Server, ...streams: { heard: (topic: string) => Promise<void> }[]) {
  await db.transaction((tx) => publish(tx, 'everyone', 'mail'))
  await Promise.all(streams.map((stream) => stream.heard('mail')))
}

const cutListeners = ({ db }: Server) =>
  db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${listenerName}`)

test('the stream is for people who are signed in', async () => {
  const { visitor, hub } = await startServer()

  const reply = await visitor('GET', '/api/stream')

  expect(reply).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
  expect(hub.size).toBe(0)
})

test('a stream says how to come back, counts as open, and is forgotten when the reader leaves', async () => {
  const { base, hub, ada } = await startWorld({ ada: 'user' })
  const leaving = new AbortController()

  const response = await fetch(`${base}/api/stream`, { headers: { cookie: ada.cookie }, signal: leaving.signal })
  const first = await response.body?.getReader().read()
  const open = hub.size
  leaving.abort()

  // Whether both parts come in one piece is up to the network.
  expect(new TextDecoder().decode(first?.value)).toMatch(/^retry: 1000\n\n(event: recent\ndata: \{.*\}\n\n)?$/)
  expect(open).toBe(1)
  await eventually(() => hub.size === 0, 'the stream to be forgotten')
})

test('a change is announced to whom it concerns, and what concerns administrators never reaches a company', async () => {
  const { acme, zorg, root: admin, ...server } = await startWorld({ acme: 'company', zorg: 'company', root: 'admin' })
  const [hers, theirs, ours] = [
    await openStream(server.base, acme.cookie),
    await openStream(server.base, zorg.cookie),
    await openStream(server.base, admin.cookie),
  ]

  await acme('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 5 })
  await admin('PATCH', `/api/companies/${acme.companyId}`, { name: 'Acme NV' })
  await admin('PATCH', `/api/admin/companies/${zorg.companyId}`, { hidden: true })
  await server.aUser('new')
  await everybodyHears(server, hers, theirs, ours)

  const own = `companies/${acme.companyId}`
  // A team's size, a new name and a company that is gone show on every board.
  expect(hers.topics()).toEqual(['leaderboard', own, 'leaderboard', own, 'leaderboard', 'mail'])
  expect(theirs.topics()).toEqual(['leaderboard', 'leaderboard', 'leaderboard', 'mail'])
  expect(new Set(ours.topics())).toEqual(new Set(['companies', 'audit', 'leaderboard', 'mail']))
})

test('a new company is announced to its own screens and to administrators', async () => {
  const { ada, root: admin, ...server } = await startWorld({ ada: 'user', root: 'admin' })
  const [hers, ours] = [await openStream(server.base, ada.cookie), await openStream(server.base, admin.cookie)]
  const profile = { name: 'Engines', contactPersonName: 'Ada', email: 'a@engines.test', phone: '+5999123456' }

  await ada('POST', '/api/companies', profile)

  await hers.heard('me')
  await ours.heard('companies')
})

test('an announcement carries topics, never data', async () => {
  const { acme, root: admin, ...server } = await startWorld({ acme: 'company', root: 'admin' })
  const stream = await openStream(server.base, admin.cookie)

  await acme('PATCH', `/api/companies/${acme.companyId}`, { name: 'Secret Plans NV' })
  await everybodyHears(server, stream)

  expect(stream.text()).not.toMatch(/Secret|@/)
})

test('what is rolled back is not announced', async () => {
  const server = await startServer()
  const stream = await openStream(server.base, (await server.aUser('ada')).cookie)

  const undone = server.db.transaction(async (tx) => {
    await publish(tx, 'everyone', 'audit')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await everybodyHears(server, stream)

  expect(stream.topics()).toEqual(['mail'])
})

test('a change made at one process is heard at another', async () => {
  const one = await startServer()
  const two = await startServer({ beside: one })
  const [acme, admin] = [await one.aCompany('acme'), await one.anAdmin()]
  const stream = await openStream(two.base, admin.cookie)

  await acme('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 5 })

  await stream.heard('companies')
})

test('a reset ends the streams of that person at every process, and nobody else’s', async () => {
  const one = await startServer()
  const two = await startServer({ beside: one })
  const [acme, zorg, admin] = [await one.aCompany('acme'), await one.aCompany('zorg'), await one.anAdmin()]
  const [here, there, other] = [
    await openStream(one.base, acme.cookie),
    await openStream(two.base, acme.cookie),
    await openStream(two.base, zorg.cookie),
  ]

  await admin('PATCH', `/api/admin/companies/${acme.companyId}/password`, { password: 'Trade-wind-77' })

  await Promise.all([here.ended(), there.ended()])
  expect(here.text()).toContain('event: ended\ndata: {"reason":"password-reset"}\n\n')
  expect(other.isOver()).toBe(false)
  expect((await acme('GET', '/api/stream')).status).toBe(401)
})

test('after the connection to the database was cut, screens are told to fetch everything', async () => {
  const { ada, ...server } = await startWorld({ ada: 'user' })
  const stream = await openStream(server.base, ada.cookie)

  await cutListeners(server)
  await stream.heard('everything')
  await server.db.transaction((tx) => publish(tx, { user: ada.userId }, 'me'))

  await stream.heard('me')
  expect(stream.isOver()).toBe(false)
})

test('a session that ended while the connection was cut loses its stream when the connection is back', async () => {
  const { ada, bob, ...server } = await startWorld({ ada: 'user', bob: 'user' })
  const [hers, his] = [await openStream(server.base, ada.cookie), await openStream(server.base, bob.cookie)]

  // Deleted without a word: that is how an unheard ending looks.
  await server.db.execute(sql`delete from sessions where sess ->> 'userId' = ${ada.userId}`)
  await cutListeners(server)

  await his.heard('everything')
  await hers.ended()
  expect(his.isOver()).toBe(false)
})

test('a stream that opens just as its session ends does not stay open', async () => {
  const { ada, ...server } = await startWorld({ ada: 'user' })
  const { sid } = (await server.db.execute<{ sid: string }>(sql`delete from sessions returning sid`)).rows[0] ?? {
    sid: '',
  }
  let ended = false
  const end = () => {
    ended = true
  }
  const response = { on: () => undefined, write: () => true, end, writableLength: 0 }

  server.hub.open({ userId: ada.userId, sid, isAdmin: false }, response as never)

  await eventually(() => ended, 'the stream to end')
  expect(server.hub.size).toBe(0)
})

test('a foreign announcement on the same channel hurts nobody', async () => {
  const server = await startServer()
  const stream = await openStream(server.base, (await server.aUser('ada')).cookie)

  for (const payload of ['not json', 'null', '[]', '{"topics":1,"audience":{}}', '{"ended":null}', '']) {
    await server.db.execute(sql`select pg_notify('sports_week', ${payload})`)
  }
  await everybodyHears(server, stream)

  expect(stream.topics()).toEqual(['mail'])
})

test('a reader that does not read is let go', async () => {
  const { ada, ...server } = await startWorld({ ada: 'user' })
  const response = await fetch(`${server.base}/api/stream`, { headers: { cookie: ada.cookie } })
  await eventually(() => server.hub.size === 1, 'the stream to open')
  const long = `companies/${'x'.repeat(7_000)}` as const

  await eventually(async () => {
    for (let n = 0; n < 20; n++) server.hub.receive({ topics: [long], audience: 'everyone' })
    await new Promise((resolve) => setTimeout(resolve, 1))
    return server.hub.size === 0
  }, 'the stream to be dropped')

  await response.body?.cancel().catch(() => undefined)
  expect((await ada('GET', '/api/auth/user')).status).toBe(200)
})

test('signals about the outbox are not for screens', async () => {
  const server = await startServer()
  const stream = await openStream(server.base, (await server.anAdmin()).cookie)

  await server.db.transaction((tx) => notify(tx, { outbox: true }))
  await everybodyHears(server, stream)

  expect(stream.topics()).toEqual(['mail'])
})

test('a stream that opens says what was announced to its reader shortly before, and how long ago', async () => {
  const { ada, root: admin, ...server } = await startWorld({ ada: 'user', root: 'admin' })
  const early = await openStream(server.base, ada.cookie)
  await server.db.transaction((tx) => publish(tx, 'administrators', 'audit'))
  await server.db.transaction((tx) => publish(tx, { user: ada.userId }, 'uploads'))
  await everybodyHears(server, early)

  const [hers, ours] = [await openStream(server.base, ada.cookie), await openStream(server.base, admin.cookie)]

  expect(await hers.recent()).toMatchObject({ uploads: expect.any(Number), mail: expect.any(Number) })
  expect(await hers.recent()).not.toHaveProperty('audit')
  expect(await ours.recent()).toMatchObject({ audit: expect.any(Number), mail: expect.any(Number) })
  expect(await ours.recent()).not.toHaveProperty('uploads')
})

test('a transaction announces each topic once, in one statement, however often it publishes', async () => {
  const statements = recordStatements()
  const server = await startServerWith(statements.change)
  const stream = await openStream(server.base, (await server.anAdmin()).cookie)
  statements.clear()

  await server.platform.db.transaction(async (tx) => {
    await publish(tx, 'administrators', 'proofs', 'companies')
    await publish(tx, 'everyone', 'leaderboard')
    await publish(tx, 'administrators', 'companies', 'audit')
    await notify(tx, { outbox: true })
  })
  await everybodyHears(server, stream)

  expect(stream.topics().toSorted()).toEqual(['audit', 'companies', 'leaderboard', 'mail', 'proofs'])
  expect(statements.texts.filter((text) => text.includes('pg_notify'))).toHaveLength(1)
})

test('what a rolled back part of a transaction would have announced is not announced', async () => {
  const server = await startServer()
  const stream = await openStream(server.base, (await server.aUser('ada')).cookie)

  await server.db.transaction(async (tx) => {
    const undone = tx.transaction(async (part) => {
      await publish(part, 'everyone', 'audit')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await tx.transaction((part) => publish(part, 'everyone', 'tasks'))
  })
  await everybodyHears(server, stream)

  expect(stream.topics()).toEqual(['tasks', 'mail'])
})

test('a transaction may announce more topics than fit into one notification', async () => {
  const server = await startServer()
  const stream = await openStream(server.base, (await server.anAdmin()).cookie)
  const topics = Array.from({ length: 300 }, () => `events/${randomUUID()}/registrations` as const)

  await server.db.transaction((tx) => publish(tx, 'administrators', ...topics))
  await everybodyHears(server, stream)

  expect(stream.topics()).toEqual([...topics, 'mail'])
})

test('a transaction whose announcement fails is rolled back and says so', async () => {
  const server = await startServerWith({
    find: /pg_notify/,
    without: (query) => ({ ...query, text: query.text.replace('pg_notify', 'no_such_function') }),
  })
  const writing = server.platform.db.transaction(async (tx) => {
    await tx.execute(sql`create table announced (n int)`)
    await publish(tx, 'everyone', 'tasks')
  })

  await expect(writing).rejects.toThrow('no_such_function')
  expect((await server.db.execute(sql`select to_regclass('announced') as found`)).rows).toEqual([{ found: null }])
})
