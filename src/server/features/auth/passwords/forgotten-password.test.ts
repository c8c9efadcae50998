import { expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import { contents } from '#server/testing/database/contents.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { goodPassword, startServer, startWorld } from '#server/testing.ts'
import * as auth from '../service.ts'
import { oneTimeLinks } from '../tables.ts'

const another = 'Trade-wind-77'
type Server = Awaited<ReturnType<typeof startServer>>

async function linkFor({ visitor, mails }: Server, email: string): Promise<string> {
  await visitor('POST', '/api/auth/forgotten-password', { email })
  const mail = (await mails()).findLast(({ template }) => template === 'forgotten-password')
  return /reset=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

const choose = ({ visitor }: Server, token: string, password = another) =>
  visitor('POST', '/api/auth/reset-password', { token, password, confirmPassword: password })

test('a forgotten password gets a mail with a link that works once and signs out everywhere', async () => {
  const { ada, ...server } = await startWorld({ ada: 'user' })
  const stream = await openStream(server.base, ada.cookie)
  const token = await linkFor(server, ' ADA@mail.test ')

  const first = await choose(server, token)
  const second = await choose(server, token, 'Trade-wind-78')

  expect(first).toMatchObject({ status: 200, body: { message: 'Your new password is set. Please sign in.' } })
  expect(first.headers.getSetCookie()).toEqual([expect.stringMatching(/^known-browser=/)])
  expect(second).toMatchObject({ status: 409, body: { code: 'link-used' } })
  await stream.ended()
  expect((await ada('GET', '/api/auth/user')).status).toBe(401)
  await server.logIn('ada@mail.test', another)
  await expect(server.logIn('ada@mail.test', goodPassword)).rejects.toThrow('Invalid email or password')
})

test('the answer is the same whether or not the address is known, and a stranger gets no mail', async () => {
  const { root: admin, off, ...server } = await startWorld({ root: 'admin', off: 'company' })
  await server.aUser('ada')
  await admin('PATCH', `/api/admin/companies/${off.companyId}`, { disabled: true })
  const ask = (email: string) => server.visitor('POST', '/api/auth/forgotten-password', { email })

  const replies = [await ask('ada@mail.test'), await ask('nobody@mail.test'), await ask(off.email)]

  const same = [202, 'If there is an account with this address, a link is on its way.']
  expect(replies.map(({ status, body }) => [status, body.message])).toEqual([same, same, same])
  expect(await server.mails()).toMatchObject([{ toAddress: 'ada@mail.test', template: 'forgotten-password' }])
})

test('the link is kept as a hash only, in the transaction of its mail', async () => {
  const server = await startServer()
  const { userId } = await server.aUser('ada')

  const token = await linkFor(server, 'ada@mail.test')

  const links = await server.db.select().from(oneTimeLinks)
  expect(links).toMatchObject([{ purpose: 'new-password', userId }])
  expect(JSON.stringify(links)).not.toContain(token)
  expect(token).toMatch(/^[\w-]{43}$/)
})

test('with the outbox broken no link is left behind', async () => {
  const server = await startServer()
  await server.aUser('ada')
  const refusing = {
    ...server.platform,
    config: { ...server.platform.config, publicUrl: 'http://week.test/\u0000' },
  }

  await expect(auth.sendPasswordLink(refusing, 'ada@mail.test', '127.0.0.1')).rejects.toThrow()

  expect(await server.db.$count(oneTimeLinks)).toBe(0)
  expect(await server.db.$count(outbox)).toBe(0)
})

test('a link works for an hour', async () => {
  const server = await startServer()
  await server.aUser('ada')
  const [early, late] = [await linkFor(server, 'ada@mail.test'), await linkFor(server, 'ada@mail.test')]

  server.clock.advance(hours(1) - 1)
  const weak = await choose(server, early, 'password')
  server.clock.advance(1)
  const tooLate = [await choose(server, early), await choose(server, late)]

  expect(weak.body.code).toBe('weak-password')
  expect(tooLate.map(({ body }) => body.code)).toEqual(['link-used', 'link-used'])
})

test('a weak choice does not use the link up', async () => {
  const server = await startServer()
  await server.aCompany('acme', { name: 'Blauwe Baai Resort' })
  const token = await linkFor(server, 'acme@mail.test')

  const refused = [
    await choose(server, token, 'password'),
    await choose(server, token, 'BlauweBaai26'),
    await choose(server, token, goodPassword),
    await server.visitor('POST', '/api/auth/reset-password', { token, password: another, confirmPassword: 'x' }),
  ]
  const accepted = await choose(server, token)

  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'weak-password'],
    [400, 'weak-password'],
    [400, 'same-password'],
    [400, 'invalid-input'],
  ])
  expect(accepted.status).toBe(200)
})

test('using one link, or changing the password, makes the others worthless', async () => {
  const { ada, ...server } = await startWorld({ ada: 'user' })
  const [one, two] = [await linkFor(server, 'ada@mail.test'), await linkFor(server, 'ada@mail.test')]
  const newest = { currentPassword: another, password: 'Salt-pans-31', confirmPassword: 'Salt-pans-31' }

  await choose(server, one)
  const sibling = await choose(server, two, 'Salt-pans-31')
  const three = await linkFor(server, 'ada@mail.test')
  const again = await server.logIn(ada.email, another)
  await again('PATCH', '/api/auth/password', newest)
  const older = await choose(server, three, 'Divi-divi-tree')

  expect([sibling.body.code, older.body.code]).toEqual(['link-used', 'link-used'])
})

test('an invented link changes nothing, whatever it looks like', async () => {
  const server = await startServer()
  await server.aUser('ada')
  const before = await contents(server.db)

  const replies = [
    await choose(server, 'A'.repeat(43)),
    await choose(server, "' or 1=1 --"),
    await choose(server, ''),
    await choose(server, 'A'.repeat(101)),
  ]

  expect(replies.map(({ status }) => status)).toEqual([409, 400, 400, 400])
  expect(await contents(server.db)).toEqual(before)
})

test('a link for a disabled account is worth nothing', async () => {
  const { root: admin, acme: company, ...server } = await startWorld({ root: 'admin', acme: 'company' })
  const token = await linkFor(server, company.email)
  await admin('PATCH', `/api/admin/companies/${company.companyId}`, { disabled: true })

  const reply = await choose(server, token)

  expect(reply.body.code).toBe('link-used')
})

test('five links an hour can be asked for one address', async () => {
  const { visitor, aUser, clock, mails } = await startServer()
  await aUser('ada')
  const ask = (email: string) => visitor('POST', '/api/auth/forgotten-password', { email })
  for (let n = 0; n < 5; n++) {
    await ask('ada@mail.test')
    await ask('nobody@mail.test')
  }

  const refused = [await ask('ada@mail.test'), await ask('nobody@mail.test')]
  clock.advance(hours(1))
  const later = await ask('ada@mail.test')

  expect(refused.map(({ status, body, headers }) => [status, body.code, headers.get('retry-after')])).toEqual([
    [429, 'too-many-links', '3600'],
    [429, 'too-many-links', '3600'],
  ])
  expect(later.status).toBe(202)
  expect(await mails()).toHaveLength(6)
})

test('expired links are swept away', async () => {
  const server = await startServer()
  await server.aUser('ada')
  await linkFor(server, 'ada@mail.test')
  server.clock.advance(days(1))

  await auth.sweep(server.platform)

  expect(await server.db.$count(oneTimeLinks)).toBe(0)
})
