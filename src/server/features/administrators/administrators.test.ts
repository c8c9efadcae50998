import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { oneTimeLinks, users } from '#server/features/auth/tables.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { days } from '#server/platform/clock.ts'
import { asPass } from '#server/testing/data/door.ts'
import { anEvent } from '#server/testing/data/events.ts'
import { contents } from '#server/testing/database/contents.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { goodPassword, startServer, startWorld } from '#server/testing.ts'
import * as administrators from './service.ts'

const grace = { email: 'grace@week.test', firstName: 'Grace', lastName: 'Hopper', password: goodPassword }
const missing = '6f2b0a52-3c1e-4f60-9a55-0d6f0e9a1b11'

test('administrators are listed with the oldest first, without their secrets', async () => {
  const { anAdmin, aCompany, clock, root } = await startWorld({ root: 'admin' })
  clock.advance(1_000)
  await anAdmin('eve')
  await aCompany('acme')

  const reply = await root('GET', '/api/admin/admins')

  expect(reply.headers.get('x-total-count')).toBe('2')
  expect(reply.body).toEqual([
    {
      id: root.userId,
      email: 'root@week.test',
      firstName: 'root',
      lastName: 'Admin',
      createdAt: '2026-06-01T12:00:00.000Z',
      disabled: false,
      passwordExpiresAt: null,
    },
    expect.objectContaining({ email: 'eve@week.test', createdAt: '2026-06-01T12:00:01.000Z' }),
  ])
})

test('the list is searched, sorted and paged', async () => {
  const { anAdmin, root } = await startWorld({ root: 'admin' })
  await anAdmin('eve')
  await anAdmin('zoe')
  const emails = async (query: string) =>
    (await root('GET', `/api/admin/admins?${query}`)).body.map(({ email }: { email: string }) => email.split('@')[0])

  expect(await emails('q=EVE')).toEqual(['eve'])
  expect(await emails('q=zoe%20adm')).toEqual(['zoe'])
  expect(await emails('q=%25')).toEqual([])
  expect(await emails('sort=-name')).toEqual(['zoe', 'root', 'eve'])
  expect(await emails('sort=email&limit=1&cursor=1')).toEqual(['root'])
  expect((await root('GET', '/api/admin/admins?sort=password')).status).toBe(400)
})

test('a new administrator gets a temporary password for seven days and a welcome mail without it', async () => {
  const { logIn, mails, visitor, db, root } = await startWorld({ root: 'admin' })

  const reply = await root('POST', '/api/admin/admins', { ...grace, email: ' GRACE@week.test' })

  expect(reply).toMatchObject({
    status: 201,
    body: { email: 'grace@week.test', disabled: false, passwordExpiresAt: '2026-06-08T12:00:00.000Z' },
  })
  expect(Object.keys(reply.body)).not.toContain('password')
  await logIn(grace.email)
  const [mail] = await mails()
  expect(mail).toMatchObject({
    toAddress: 'grace@week.test',
    toName: 'Grace Hopper',
    template: 'welcome-administrator',
  })
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain(goodPassword)
  const token = /\/login\?reset=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const own = { token, password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' }
  expect((await visitor('POST', '/api/auth/reset-password', own)).status).toBe(200)
  await logIn(grace.email, 'Trade-wind-77')
  expect(await db.select().from(auditEntries)).toMatchObject([
    {
      actor: 'root@week.test',
      action: 'created administrator',
      subject: 'grace@week.test',
      subjectId: reply.body.id,
      before: null,
      after: { email: 'grace@week.test', firstName: 'Grace', lastName: 'Hopper' },
    },
  ])
})

test('the temporary password cannot be kept as the own one', async () => {
  const { anAdmin, logIn, mails, visitor } = await startServer()
  await (await anAdmin())('POST', '/api/admin/admins', grace)
  const token = /reset=([\w-]+)/.exec((await mails())[0]?.text ?? '')?.[1]
  const same = { password: goodPassword, confirmPassword: goodPassword }

  const replies = [
    await (await logIn(grace.email))('PATCH', '/api/auth/password', { ...same, currentPassword: goodPassword }),
    await visitor('POST', '/api/auth/reset-password', { ...same, token }),
  ]

  expect(replies.map(({ body }) => body.code)).toEqual(['same-password', 'same-password'])
})

test('the welcome link works for seven days', async () => {
  const { anAdmin, mails, visitor, clock } = await startServer()
  await (await anAdmin())('POST', '/api/admin/admins', grace)
  const token = /reset=([\w-]+)/.exec((await mails())[0]?.text ?? '')?.[1]

  clock.advance(days(7))
  const own = { token, password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' }
  const reply = await visitor('POST', '/api/auth/reset-password', own)

  expect(reply.body.code).toBe('link-used')
})

const wrong: [changes: object, status: number, fields: unknown][] = [
  [{ email: 'x' }, 400, { email: 'Invalid email address' }],
  [{ firstName: ' ' }, 400, { firstName: 'First name is required' }],
  [{ lastName: undefined }, 400, { lastName: 'Last name is required' }],
  [{ password: '1234567' }, 400, { password: 'Password must be at least 8 characters' }],
  [{ password: 'Hopper-2026' }, 400, { password: 'This password is too easy to guess. Please choose another one.' }],
  [{ confirmPassword: goodPassword }, 400, { _: 'Unknown field: confirmPassword' }],
  [{ isAdmin: false }, 400, { _: 'Unknown field: isAdmin' }],
  [{ email: 'acme@mail.test' }, 409, { email: 'An account with this email already exists' }],
  [{ email: 'ROOT@week.test' }, 409, { email: 'An account with this email already exists' }],
]

test('every rule about a new administrator is kept, and a refusal sends no mail', async () => {
  const { aCompany, db, root } = await startWorld({ root: 'admin' })
  await aCompany('acme')
  const before = await contents(db)

  for (const [changes, status, fields] of wrong) {
    const reply = await root('POST', '/api/admin/admins', { ...grace, ...changes })
    expect([changes, reply.status, reply.body.fields]).toEqual([changes, status, fields])
  }
  expect(await contents(db)).toEqual(before)
})

test('a disabled administrator is out at once, and in again when enabled', async () => {
  const { logIn, base, db, root, eve } = await startWorld({ root: 'admin', eve: 'admin' })
  const stream = await openStream(base, eve.cookie)

  const off = await root('PATCH', `/api/admin/admins/${eve.userId}`, { disabled: true })
  await stream.ended()
  const shut = await eve('GET', '/api/auth/user')
  await expect(logIn(eve.email)).rejects.toThrow('This account is disabled')
  const again = await root('PATCH', `/api/admin/admins/${eve.userId}`, { disabled: true })
  const on = await root('PATCH', `/api/admin/admins/${eve.userId}`, { disabled: false })
  await logIn(eve.email)

  expect([off, again, on].map(({ status, body }) => [status, body.disabled])).toEqual([
    [200, true],
    [200, true],
    [200, false],
  ])
  expect(shut.status).toBe(401)
  expect(await db.select().from(auditEntries)).toMatchObject([
    { action: 'disabled administrator', subject: eve.email, before: { disabled: false }, after: { disabled: true } },
    { action: 'enabled administrator', subject: eve.email, before: { disabled: true }, after: { disabled: false } },
  ])
})

test('nobody disables the own account, a company by this way, or somebody who does not exist', async () => {
  const { anAdmin, db, root, acme } = await startWorld({ root: 'admin', acme: 'company' })
  await anAdmin('eve')
  const before = await contents(db)

  const replies = [
    await root('PATCH', `/api/admin/admins/${root.userId}`, { disabled: true }),
    await root('PATCH', `/api/admin/admins/${acme.userId}`, { disabled: true }),
    await root('PATCH', `/api/admin/admins/${missing}`, { disabled: true }),
    await root('PATCH', `/api/admin/admins/${root.userId}`, { disabled: 'yes' }),
  ]

  expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'not-yourself'],
    [404, 'not-found'],
    [404, 'not-found'],
    [400, 'invalid-input'],
  ])
  expect(await contents(db)).toEqual(before)
})

test('the last administrator who can sign in is never disabled', async () => {
  const { platform, db, root, eve } = await startWorld({ root: 'admin', eve: 'admin' })
  await root('PATCH', `/api/admin/admins/${eve.userId}`, { disabled: true })
  // As a request of hers that was let in just before she was disabled.
  const late = { userId: eve.userId, email: eve.email, sid: '' }

  const deed = administrators.setStatus(platform, late, root.userId, true)

  await expect(deed).rejects.toMatchObject({ code: 'last-administrator' })
  expect(await db.$count(users, sql`is_admin and disabled_at is null`)).toBe(1)
})

test('a disabled administrator gets no link for a forgotten password', async () => {
  const { visitor, db, root, eve } = await startWorld({ root: 'admin', eve: 'admin' })
  await root('PATCH', `/api/admin/admins/${eve.userId}`, { disabled: true })

  const reply = await visitor('POST', '/api/auth/forgotten-password', { email: eve.email })

  expect(reply.status).toBe(202)
  expect(await db.$count(oneTimeLinks)).toBe(0)
})

test('disabling an administrator ends the volunteers links they made, and no others', async () => {
  const { root, eve, ...server } = await startWorld({ root: 'admin', eve: 'admin' })
  const event = await anEvent(root)
  const links = `/api/events/${event.id}/door-passes`
  const { body: ofRoot } = await root('POST', links, { label: 'Gate A', hours: 24 })
  const { body: ofEve } = await eve('POST', links, { label: 'Gate B', hours: 24 })
  const door = (url: string) => asPass(server.visitor, url)('GET', `/api/events/${event.id}/door`)
  expect((await door(ofEve.url)).status).toBe(200)

  await root('PATCH', `/api/admin/admins/${eve.userId}`, { disabled: true })

  expect(await door(ofEve.url)).toMatchObject({ status: 401, body: { code: 'door-closed' } })
  expect((await door(ofRoot.url)).status).toBe(200)
  expect((await root('GET', '/api/admin/audit?limit=1')).body).toMatchObject([
    { action: 'disabled administrator', after: { disabled: true, revokedDoorLinks: 1 } },
  ])
})
