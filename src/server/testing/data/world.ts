import * as auth from '#server/features/auth/service.ts'
import { someTasks } from '#server/features/proofs/testing.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sessionCookie } from '#server/platform/sessions/cookie.ts'
import { startSession } from '#server/platform/sessions/sessions.ts'
import type { Caller } from '../network/caller.ts'
import { goodPassword, hashOfGoodPassword } from './good-password.ts'

type Server = Pick<Platform, 'db' | 'clock' | 'config'> & { caller(cookie?: string): Caller }
type Accounts = ReturnType<typeof createAccounts>
export type Person = Awaited<ReturnType<Accounts['aUser']>>
export type Company = Awaited<ReturnType<Accounts['aCompany']>>

export type Kinds = Record<string, 'user' | 'company' | 'admin' | 'task'>
type Made<K extends Kinds> = {
  [N in keyof K]: K[N] extends 'task' ? string : K[N] extends 'company' ? Company : Person
}

/** Adds named accounts and tasks in this order, for instance `{ root: 'admin', acme: 'company', walk: 'task' }`. */
export async function populate<S extends Accounts & Pick<Platform, 'db' | 'clock'>, const K extends Kinds>(
  server: S,
  kinds: K,
): Promise<S & Made<K>> {
  const create = { user: server.aUser, company: server.aCompany, admin: server.anAdmin }
  const made: Record<string, Person | string | undefined> = {}
  const taskIds = await someTasks(server, Object.values(kinds).filter((kind) => kind === 'task').length)
  for (const [name, kind] of Object.entries(kinds))
    made[name] = kind === 'task' ? taskIds.shift() : await create[kind](name)
  return { ...server, ...(made as Made<K>) }
}

/** People of every role, created without signup and login: those compute two hashes, slower than most tests. */
export function createAccounts({ db, clock, config, caller }: Server) {
  async function createSignedIn(person: Omit<Parameters<typeof auth.createUser>[1], 'password'>) {
    const password = await hashOfGoodPassword()
    const user = await db.transaction((tx) => auth.createUser(tx, { ...person, password }, clock.now()))
    /** Another session of the same person. */
    const enter = async () => {
      const { secret, sid } = await db.transaction((tx) => startSession(tx, user.id, clock.now()))
      const cookie = `${sessionCookie(config).name}=${secret}`
      return Object.assign(caller(cookie), { cookie, sid, userId: user.id, email: person.email })
    }
    return Object.assign(await enter(), { enter })
  }

  /** A signed-in user without a company profile. */
  async function aUser(name = 'ada') {
    const draft = { companyName: `${name} Ltd`, contactPersonName: `${name} Lovelace`, phone: '+59991234567' }
    return createSignedIn({ email: `${name}@mail.test`, firstName: name, lastName: 'Lovelace', draft })
  }

  /** A signed-in company user with a finished profile. */
  async function aCompany(name = 'acme', changes: Record<string, unknown> = {}) {
    const call = await aUser(name)
    const reply = await call('POST', '/api/companies', { ...profile(name), teamSize: 12, ...changes })
    if (reply.status !== 201) throw new Error(`company failed: ${reply.text}`)
    return Object.assign(call, { companyId: reply.body.id as string })
  }

  const anAdmin = (name = 'root') =>
    createSignedIn({ email: `${name}@week.test`, firstName: name, lastName: 'Admin', isAdmin: true })

  return { aUser, aCompany, anAdmin }
}

/** A valid form of a company that signs up. */
export const aSignup = (changes: Record<string, string> = {}) => ({
  email: 'ada@mail.test',
  password: goodPassword,
  confirmPassword: goodPassword,
  companyName: 'Engines Ltd',
  contactPersonName: 'Ada Lovelace',
  phone: '+5999123456',
  ...changes,
})

export const profile = (name: string) => ({
  name: `${name} Ltd`,
  contactPersonName: 'Ada Lovelace',
  email: `office@${name}.test`,
  phone: '+59991234567',
})
