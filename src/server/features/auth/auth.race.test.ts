import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/database/client.ts'
import { sessions } from '#server/platform/sessions/tables.ts'
import { aSignup } from '#server/testing/data/world.ts'
import {
  atOnce,
  lookInsteadOfDeleting,
  meetBefore,
  patiently,
  startServerWith,
  tally,
  whileLocked,
  withoutAdvisoryLock,
  withoutConflictClause,
  withoutRowLock,
} from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { type Caller, goodPassword, startServer, startWorld } from '#server/testing.ts'
import { prepareFirstAdministrator } from './first-administrator/first-administrator.ts'
import { users } from './tables.ts'

const own = { password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' }
const signup = aSignup()

type Server = Awaited<ReturnType<typeof startServer>>

test('of fifty signups with one address at once, one succeeds', async () => {
  const { visitor, db } = await startServer()

  const replies = await atOnce(50, () => patiently(() => visitor('POST', '/api/auth/signup', signup)))

  expect(tally(replies)).toEqual({ 201: 1, 409: 49 })
  expect(await db.$count(users)).toBe(1)
})

test('red control: without the index two signups with one address succeed', async () => {
  const { visitor, db } = await startServerWith(withoutConflictClause(/^insert into "users"/))

  const replies = await withoutIndex(db, 'users_email', () =>
    atOnce(2, () => patiently(() => visitor('POST', '/api/auth/signup', signup))),
  )

  expect(tally(replies)).toEqual({ 201: 2 })
})

const guesses = (visitor: Caller, count: number) =>
  atOnce(count, (n) =>
    patiently(() => visitor('POST', '/api/auth/login', { email: signup.email, password: `guess-${n}` })),
  )

test('fifty guesses at once are counted like fifty in a row', async () => {
  const { visitor, aUser } = await startServer()
  await aUser('ada')

  const { 401: tried = 0, ...others } = tally(await guesses(visitor, 50))

  // A guess that met 503 was counted too, so fewer than ten may have been tried; more never are.
  expect(tried).toBeGreaterThan(0)
  expect(tried).toBeLessThanOrEqual(10)
  expect(others).toEqual({ 429: 50 - tried })
})

test('red control: without counting before the check more than ten guesses are tried', async () => {
  const { visitor, aUser } = await startServerWith({
    find: /^insert into "attempts"/,
    without: (query) => ({
      ...query,
      text: query.text.replace('"attempts"."count" + excluded.count', 'excluded.count'),
    }),
  })
  await aUser('ada')

  const replies = await guesses(visitor, 12)

  expect(tally(replies)).toEqual({ 401: 12 })
})

async function aLink(db: Db, visitor: Awaited<ReturnType<typeof startServer>>['visitor']): Promise<string> {
  await visitor('POST', '/api/auth/forgotten-password', { email: signup.email })
  const { rows } = await db.execute<{ url: string }>(sql`select letter #>> '{button,url}' as url from outbox`)
  return /reset=([\w-]+)/.exec(rows[0]?.url ?? '')?.[1] ?? ''
}

test('a link that fifty use at once works for one of them', async () => {
  const { visitor, aUser, db, logIn } = await startServer()
  await aUser('ada')
  const token = await aLink(db, visitor)

  const replies = await atOnce(50, (n) => {
    const password = `Trade-wind-${n}x`
    const body = { token, password, confirmPassword: password }
    return patiently(() => visitor('POST', '/api/auth/reset-password', body))
  })

  expect(tally(replies)).toEqual({ 200: 1, 409: 49 })
  const winner = replies.findIndex(({ status }) => status === 200)
  await logIn(signup.email, `Trade-wind-${winner}x`)
})

test('red control: looking for the link instead of deleting it lets two use it', async () => {
  const { visitor, aUser, db } = await startServerWith(
    lookInsteadOfDeleting('one_time_links'),
    meetBefore(/^update "users" set .*"password"/, 2),
  )
  await aUser('ada')
  const token = await aLink(db, visitor)

  const replies = await atOnce(2, () => patiently(() => visitor('POST', '/api/auth/reset-password', { token, ...own })))

  expect(tally(replies)).toEqual({ 200: 2 })
})

async function useTwoPrintedLinks(server: Pick<Server, 'platform' | 'visitor'>, times: number) {
  const links = [await prepareFirstAdministrator(server.platform), await prepareFirstAdministrator(server.platform)]
  const tokens = links.map(({ link }) => link?.split('setup=')[1])
  return atOnce(times, (n) => {
    const person = { email: `person${n}@week.test`, firstName: 'Grace', lastName: 'Hopper', ...own }
    const body = { token: tokens[n % 2], ...person }
    return patiently(() => server.visitor('POST', '/api/auth/first-administrator', body))
  })
}

const administrators = (db: Db) => db.$count(users, eq(users.isAdmin, true))

test('two printed links that fifty use at once make one first administrator', async () => {
  const server = await startServer()

  const replies = await useTwoPrintedLinks(server, 50)

  expect(tally(replies)).toEqual({ 201: 1, 409: 49 })
  expect(await administrators(server.db)).toBe(1)
})

test('red control: without the lock two printed links make two administrators', async () => {
  const server = await startServerWith(
    withoutAdvisoryLock,
    lookInsteadOfDeleting('one_time_links'),
    meetBefore(/^insert into "users"/, 2),
  )

  const replies = await useTwoPrintedLinks(server, 2)

  expect(tally(replies)).toEqual({ 201: 2 })
  expect(await administrators(server.db)).toBe(2)
})

/** Holds the account while `act` is under way, and gives it another password before letting go. */
const resetDuring = <T>(db: Db, userId: string, act: () => Promise<T>) =>
  whileLocked(db, (tx) => tx.execute(sql`select 1 from users where id = ${userId} for update`), act, {
    beforeRelease: (tx) => resetAccount(tx, userId),
  })

async function resetAccount(db: Db, userId: string) {
  await db.update(users).set({ password: 'another hash' }).where(eq(users.id, userId))
  await db.delete(sessions)
}

test('a login with the old password does not slip in while the password is reset', async () => {
  const { visitor, db, ada } = await startWorld({ ada: 'user' })

  const reply = await resetDuring(db, ada.userId, () =>
    visitor('POST', '/api/auth/login', { email: ada.email, password: goodPassword }),
  )

  expect(reply).toMatchObject({ status: 401, body: { code: 'bad-credentials' } })
  expect(await db.$count(sessions)).toBe(0)
})

test('a change of the own password does not undo a reset that came first', async () => {
  const { db, ada } = await startWorld({ ada: 'user' })

  const reply = await resetDuring(db, ada.userId, () =>
    ada('PATCH', '/api/auth/password', { currentPassword: goodPassword, ...own }),
  )

  expect(reply).toMatchObject({ status: 409, body: { code: 'wrong-password' } })
  expect(await db.select().from(users)).toMatchObject([{ password: 'another hash' }])
})

test('red control: a login that does not lock the account outlives the reset', async () => {
  const interrupted: { reset?: () => Promise<void> } = {}
  const { visitor, db, aUser } = await startServerWith({
    ...withoutRowLock('users'),
    after: async () => interrupted.reset?.(),
  })
  const ada = await aUser()
  interrupted.reset = () => resetAccount(db, ada.userId)

  const reply = await visitor('POST', '/api/auth/login', { email: ada.email, password: goodPassword })

  expect(reply.status).toBe(200)
  expect(await db.$count(sessions)).toBe(1)
})
