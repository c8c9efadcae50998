import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/database/client.ts'
import { startSession } from '#server/platform/sessions/sessions.ts'
import { sessions } from '#server/platform/sessions/tables.ts'
import { eventually } from '#server/testing/eventually.ts'
import { atOnce, isSomebodyWaiting, patiently, tally, withoutIndex, withoutLock } from '#server/testing/guards.ts'
import { World } from '#server/testing/world.ts'
import { goodPassword, startServer } from '#server/testing.ts'
import { prepareFirstAdministrator } from './first-administrator.ts'
import { oneTimeLinks, users } from './tables.ts'

const own = { password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' }
const signup = {
  email: 'ada@mail.test',
  password: goodPassword,
  confirmPassword: goodPassword,
  companyName: 'Engines Ltd',
  contactPersonName: 'Ada Lovelace',
  phone: '+5999123456',
}
const someTime = () => new Promise((resolve) => setTimeout(resolve, 20))

test('of fifty signups with one address at once, one succeeds', async () => {
  const { visitor, db } = await startServer()

  const replies = await atOnce(50, () => patiently(() => visitor('POST', '/api/auth/signup', signup)))

  expect(tally(replies)).toEqual({ 201: 1, 409: 49 })
  expect(await db.$count(users)).toBe(1)
})

test('red control: looking before writing, without the index, lets several signups through', { retry: 4 }, async () => {
  const { db, clock } = await startServer()
  const row = { email: signup.email, password: '', createdAt: clock.now(), updatedAt: clock.now() }

  const made = await withoutIndex(db, 'users_email', async () => {
    await atOnce(50, async () => {
      if ((await db.$count(users, eq(users.email, row.email))) === 0) await db.insert(users).values(row)
    })
    return db.$count(users)
  })

  expect(made).toBeGreaterThan(1)
})

test('fifty guesses at once are counted like fifty in a row', async () => {
  const { visitor, aUser } = await startServer()
  await aUser('ada')

  const replies = await atOnce(50, (n) =>
    visitor('POST', '/api/auth/login', { email: signup.email, password: `guess-${n}` }),
  )

  const { 401: tried = 0, 503: busy = 0, 429: refused = 0 } = tally(replies)
  expect(tried).toBeLessThanOrEqual(10)
  expect(tried + busy + refused).toBe(50)
})

test('red control: counting after the check lets more than ten guesses through', { retry: 4 }, async () => {
  const { db } = await startServer()
  const countOf = async () =>
    (await db.execute<{ count: number }>(sql`select count from attempts where key = 'naive'`)).rows[0]?.count ?? 0

  const letThrough = await atOnce(50, async () => {
    if ((await countOf()) >= 10) return false
    await someTime()
    await db.execute(sql`insert into attempts (key, count, window_ends) values ('naive', 1, now())
      on conflict (key) do update set count = attempts.count + 1`)
    return true
  })

  expect(letThrough.filter(Boolean).length).toBeGreaterThan(10)
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

test('red control: looking for the link before deleting it lets several use it', { retry: 4 }, async () => {
  const { visitor, aUser, db } = await startServer()
  await aUser('ada')
  await aLink(db, visitor)

  const used = await atOnce(50, async () => {
    if ((await db.$count(oneTimeLinks)) === 0) return false
    await db.delete(oneTimeLinks)
    return true
  })

  expect(used.filter(Boolean).length).toBeGreaterThan(1)
})

async function withTwoPrintedLinks(times: number) {
  const { platform, visitor, db, logs } = await startServer({ environment: { LOG_LEVEL: 'error' } })
  const links = [await prepareFirstAdministrator(platform), await prepareFirstAdministrator(platform)]
  const tokens = links.map(({ link }) => link?.split('setup=')[1])
  const use = () =>
    atOnce(times, (n) => {
      const person = { email: `person${n}@week.test`, firstName: 'Grace', lastName: 'Hopper', ...own }
      const body = { token: tokens[n % 2], ...person }
      return patiently(() => visitor('POST', '/api/auth/first-administrator', body))
    })
  return { db, use, logs, administrators: () => db.$count(users, eq(users.isAdmin, true)) }
}

test('two printed links that fifty use at once make one first administrator', async () => {
  const { use, administrators } = await withTwoPrintedLinks(50)

  const replies = await use()

  expect(tally(replies)).toEqual({ 201: 1, 409: 49 })
  expect(await administrators()).toBe(1)
})

test('red control: without the lock the two block each other', async () => {
  let said = ''

  for (let round = 0; round < 5 && !said.includes('40P01'); round++) {
    const { db, use, logs } = await withTwoPrintedLinks(2)
    await withoutLock(db, use)
    said += logs.join()
  }

  expect(said).toContain('deadlock detected')
})

/** Holds the account while `act` is under way, and gives it another password before letting go. */
async function resetDuring<T>(db: Db, userId: string, act: () => Promise<T>): Promise<T> {
  let acting: Promise<T> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from users where id = ${userId} for update`)
    acting = act()
    await eventually(() => isSomebodyWaiting(db), 'the other to wait for the account')
    await tx.update(users).set({ password: 'another hash' }).where(eq(users.id, userId))
    await tx.delete(sessions)
  })
  return acting as Promise<T>
}

test('a login with the old password does not slip in while the password is reset', async () => {
  const { visitor, db, ...server } = await startServer()
  const ada = await new World({ visitor, db, ...server }).join('ada')

  const reply = await resetDuring(db, ada.userId, () =>
    visitor('POST', '/api/auth/login', { email: ada.email, password: goodPassword }),
  )

  expect(reply).toMatchObject({ status: 401, body: { code: 'bad-credentials' } })
  expect(await db.$count(sessions)).toBe(0)
})

test('a change of the own password does not undo a reset that came first', async () => {
  const { db, ...server } = await startServer()
  const ada = await new World({ db, ...server }).join('ada')

  const reply = await resetDuring(db, ada.userId, () =>
    ada.call('PATCH', '/api/auth/password', { currentPassword: goodPassword, ...own }),
  )

  expect(reply).toMatchObject({ status: 409, body: { code: 'wrong-password' } })
  expect(await db.select().from(users)).toMatchObject([{ password: 'another hash' }])
})

test('red control: a session begun after an unheld check outlives the reset', { retry: 4 }, async () => {
  const { db, clock, ...server } = await startServer()
  const ada = await new World({ db, clock, ...server }).join('ada')

  const [checked] = await db.select().from(users).where(eq(users.id, ada.userId))
  await db.update(users).set({ password: 'another hash' })
  await db.delete(sessions)
  await db.transaction((tx) => startSession(tx, checked?.id ?? '', clock.now()))

  expect(await db.$count(sessions)).toBe(1)
})
