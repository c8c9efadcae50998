import { logAudit } from '#server/platform/audit/log-audit.ts'
import { hours } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret } from '#server/platform/sessions/cookie.ts'
import { createLink, peekLink } from '../links.ts'
import * as service from '../service.ts'
import * as store from '../store.ts'

type Person = { email: string; firstName: string | null; lastName: string | null; password: string }

/**
 * Creates the administrator named in the environment at start, or a one-time link to become one. Does nothing once an
 * administrator exists: changing the environment later must not add another.
 */
export async function prepareFirstAdministrator({
  db,
  clock,
  config,
}: Platform): Promise<{ link?: string; created?: string }> {
  if ((await store.countActiveAdministrators(db)) > 0) return {}
  const now = clock.now()
  if (config.firstAdministrator) {
    const { email } = config.firstAdministrator
    const password = await service.preparePassword(config.firstAdministrator.password, [email]).catch(asMistake)
    const creation = db.transaction(async (tx) => {
      await store.lockAdministrators(tx)
      if ((await store.countActiveAdministrators(tx)) > 0) return {}
      await create(tx, { email, firstName: null, lastName: null, password }, now)
      return { created: email }
    })
    return creation.catch(asMistake)
  }
  return db.transaction(async (tx) => {
    const token = await createLink(tx, 'first-administrator', hours(1), now)
    return { link: `${config.publicUrl}/login?setup=${token}` }
  })
}

/** Turns a problem into an error for the terminal. */
function asMistake(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const name = error.code === 'weak-password' ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL'
  throw new Error(`${name} cannot be used for the first administrator. ${error.sentence}`)
}

export async function setUpFirstAdministrator({ db, clock }: Platform, token: string, person: Person) {
  const now = clock.now()
  if ((await store.countActiveAdministrators(db)) > 0) throw new Problem('already-set-up')
  if (!(await peekLink(db, token, 'first-administrator', now))) throw new Problem('link-used')
  const { email, firstName, lastName } = person
  const password = await service.preparePassword(person.password, [email, firstName, lastName])
  await db.transaction(async (tx) => {
    await store.lockAdministrators(tx)
    if ((await store.countActiveAdministrators(tx)) > 0) throw new Problem('already-set-up')
    if (!(await store.takeLink(tx, hashSecret(token), 'first-administrator', now))) throw new Problem('link-used')
    await create(tx, { ...person, password }, now)
    await store.deleteLinksFor(tx, 'first-administrator')
  })
}

async function create(tx: Tx, person: Person, now: Date) {
  const user = await service.createUser(tx, { ...person, isAdmin: true }, now)
  await logAudit(tx, 'command line', now, { action: 'created administrator', subject: user.email, subjectId: user.id })
}
