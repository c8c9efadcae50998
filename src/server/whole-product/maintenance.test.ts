import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { defaultMaintenanceSentence } from '#contract/maintenance-rule.ts'
import { aPicture, askForGrant, send } from '../features/files/testing.ts'
import { someTasks } from '../features/proofs/testing.ts'
import { tasks } from '../features/tasks/tables.ts'
import { publish } from '../platform/live/publish.ts'
import { endMaintenance, startMaintenance } from '../platform/maintenance/maintenance.ts'
import { aLink, aPhone } from '../testing/data/capture.ts'
import { anAttendee, anEvent, aRegistration } from '../testing/data/events.ts'
import { contents } from '../testing/database/contents.ts'
import { eventually } from '../testing/eventually.ts'
import { type Changed, databaseWith, startServerWith } from '../testing/guards.ts'
import { freePort, run } from '../testing/product.ts'
import { addressOf, aRequest } from '../testing/requests.ts'
import { aFolder, goodPassword, startServer, startWorld } from '../testing.ts'

/** Every write that goes on: to let another one on is to change this list. */
const exceptions = [
  'POST /auth/ended-session',
  'POST /auth/login',
  'POST /events/:id/check-in',
  'DELETE /events/:id/check-in/:registrationId',
  'POST /events/:id/check-in-opening',
  'DELETE /events/:id/check-in-opening',
  'POST /events/:id/message-preview',
  'POST /events/:id/registration',
]

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** People who may make every call, and what the calls are about. */
async function aWeek() {
  const { root: admin, acme, ...server } = await startWorld({ root: 'admin', acme: 'company' })
  const event = await anEvent(admin)
  const { id: attendeeId } = await aRegistration(server.visitor, admin, event.id)
  const [taskId] = await someTasks(server, 1)
  const guest = aPhone(server.visitor, (await aLink(acme, taskId)).token)
  const about = { companyId: acme.companyId, adminId: admin.userId, email: admin.email, eventId: event.id, attendeeId }
  const callers = { public: server.visitor, 'signed-in': acme, company: acme, administrator: admin, door: admin, guest }
  async function ask(endpoint: Endpoint) {
    const { params, body } = aRequest(nameOf(endpoint), { ...about, word: 'paused' })
    return callers[endpoint.access](endpoint.method, addressOf(endpoint.path, params), body)
  }
  return { ...server, admin, acme, event, ask }
}

test('during maintenance every write but a short list is refused with the sentence, and nothing changes', async () => {
  const { app, db, platform, ask } = await aWeek()
  await startMaintenance(platform, 'Back at noon.')
  const writes = app.endpoints.filter(({ method }) => method !== 'GET')
  const without = ['sessions', 'attempts']
  const paused = writes.filter((endpoint) => !exceptions.includes(nameOf(endpoint)))
  const before = await contents(db, { without })

  for (const endpoint of paused) {
    const { status, body, headers } = await ask(endpoint)
    const told = [status, body.code, body.message, headers.get('retry-after')]
    expect([nameOf(endpoint), ...told]).toEqual([nameOf(endpoint), 503, 'maintenance', 'Back at noon.', '60'])
  }
  expect(await contents(db, { without })).toEqual(before)
  expect(writes.map(nameOf)).toEqual(expect.arrayContaining(exceptions))
  expect(paused.length).toBeGreaterThan(50)
})

test('during maintenance every read goes on, and what is on the list', async () => {
  const { app, platform, ask } = await aWeek()
  await startMaintenance(platform)
  // A stream has no end.
  const reads = app.endpoints.filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream'))

  for (const endpoint of [...reads, ...app.endpoints.filter((one) => exceptions.includes(nameOf(one)))]) {
    const { status, body } = await ask(endpoint)
    expect([nameOf(endpoint), status === 503, body?.code === 'maintenance']).toEqual([nameOf(endpoint), false, false])
  }
})

test('people sign in and out and go through the door, and everybody can read why changes wait', async () => {
  const { platform, visitor, admin, event, logIn } = await aWeek()
  await admin('POST', `/api/events/${event.id}/check-in-opening`)
  const { body: people } = await admin('GET', `/api/events/${event.id}/registrations`)
  await admin('PATCH', `/api/events/${event.id}/registrations/${people[0].id}`, { status: 'approved' })
  const { body: decided } = await admin('GET', `/api/events/${event.id}/registrations`)
  await startMaintenance(platform, 'Back at noon.')

  const scan = await admin('POST', `/api/events/${event.id}/check-in`, { payload: decided[0].qrCodePayload })
  const again = await logIn(admin.email)
  const out = await again('GET', '/api/logout')
  const told = await visitor('GET', '/api/maintenance')
  await endMaintenance(platform)

  expect([scan.status, scan.body.result, out.status]).toEqual([200, 'ok', 302])
  expect(told.body).toEqual({ sentence: 'Back at noon.', since: expect.any(String) })
  expect((await visitor('GET', '/api/maintenance')).body).toEqual({ sentence: null, since: null })
})

test('every process hears of it by itself', async () => {
  const one = await startServer()
  const two = await startServer({ beside: one })
  const admin = await one.anAdmin()
  const create = (server: typeof one) =>
    server.caller(admin.cookie)('POST', '/api/tasks', { title: 'Morning run', description: 'Five kilometres together' })
  const before = await create(two)

  await startMaintenance(one.platform)
  await eventually(async () => (await create(two)).status === 503, 'the refusal of the other process')
  const both = [await create(one), await create(two)].map(({ status, body }) => [status, body.message])
  await endMaintenance(two.platform)
  await eventually(async () => (await create(one)).status === before.status, 'that changes go on')

  expect(before.status).toBeLessThan(300)
  expect(both).toEqual([
    [503, defaultMaintenanceSentence],
    [503, defaultMaintenanceSentence],
  ])
})

/**
 * A write that asks whether changes are paused just before another process switches maintenance on, and one that comes once
 * everything announced until then was heard.
 */
async function writeWhileSwitching(...changes: Changed[]) {
  let switching: Promise<void> | undefined
  const switchOn: Changed = {
    find: /from "maintenance"/,
    async after() {
      switching ??= startMaintenance({ db: databaseWith(server.databaseUrl, ...changes), clock: server.clock })
      await switching
    },
  }
  const server = await startServerWith(switchOn)
  const admin = server.caller((await server.unchanged.anAdmin()).cookie)
  const write = () => admin('POST', '/api/tasks', { title: 'Morning run', description: 'Five kilometres together' })
  const first = await write()
  const heard = new Promise<void>((resolve) =>
    server.platform.signals.on(({ topics }) => {
      if (topics?.includes('leaderboard')) resolve()
    }),
  )
  await server.db.transaction((tx) => publish(tx, 'everyone', 'leaderboard'))
  await heard
  const second = await write()
  return { first: first.status, second: second.status, created: await server.db.$count(tasks) }
}

test('a write that asked while it was switched on is done, and keeps no later one from being refused', async () => {
  expect(await writeWhileSwitching()).toEqual({ first: 201, second: 503, created: 1 })
})

test('red control: without the announcement the answer from before lets the next write in', async () => {
  const withoutAnnouncement = { find: /pg_notify/, without: () => ({ text: 'select 1' }) }

  expect(await writeWhileSwitching(withoutAnnouncement)).toEqual({ first: 201, second: 201, created: 2 })
})

test('a file whose place was granted before is told to wait, and is taken afterwards', async () => {
  const { platform, acme } = await aWeek()
  const bytes = await aPicture()
  const { body: grant } = await askForGrant(acme, bytes)
  await startMaintenance(platform, 'Back at noon.')

  const during = await send(grant, bytes)
  await endMaintenance(platform)
  const later = await send(grant, bytes)

  expect([during.status, during.body.message]).toEqual([503, 'Back at noon.'])
  expect(later.status).toBe(201)
})

test('a form without a script comes back with what was typed and the sentence', async () => {
  const { platform, visitor, event } = await aWeek()
  await startMaintenance(platform, 'Back at noon.')
  const typed = new URLSearchParams({ ...anAttendee('Grace'), companyName: '' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://week.test' }

  const reply = await visitor('POST', `/e/${event.shortCode}`, undefined, { raw: typed, headers })

  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '60'])
  expect(reply.text).toContain('Back at noon.')
  expect(reply.text).toContain('value="Grace"')
})

const admin = (environment: Record<string, string>, ...words: string[]) =>
  new Promise<number | null>((resolve) =>
    spawn(process.execPath, ['dist/server/commands/admin.js', ...words], {
      env: { PATH: process.env.PATH, ...environment },
    }).on('close', resolve),
  )

test('an operator switches it on and off beside the running product', async () => {
  const settings = {
    DATA_DIR: aFolder(),
    PORT: await freePort(),
    ADMIN_EMAIL: 'root@week.test',
    ADMIN_PASSWORD: goodPassword,
  }
  await run(settings).ready
  const forget = async () => {
    const body = JSON.stringify({ email: 'a@mail.test' })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`http://127.0.0.1:${settings.PORT}/api/auth/forgotten-password`, {
      method: 'POST',
      body,
      headers,
    })
    return [reply.status, (await reply.json()).message]
  }

  const codes = [await admin(settings, 'maintenance', 'on', 'Back  at\nnoon.')]
  await eventually(async () => (await forget())[0] === 503, 'the refusal')
  const refused = await forget()
  codes.push(await admin(settings, 'maintenance', 'off'), await admin(settings, 'maintenance', 'off'))
  codes.push(await admin(settings, 'maintenance'), await admin(settings, 'maintenance', 'on', ' '))
  await eventually(async () => (await forget())[0] === 202, 'that changes go on')

  expect(refused).toEqual([503, 'Back at noon.'])
  expect(codes).toEqual([0, 0, 0, 2, 2])
})
