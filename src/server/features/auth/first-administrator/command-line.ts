import { logAudit } from '#server/platform/audit/log-audit.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as service from '../service.ts'
import * as store from '../store.ts'

/** Needs access to the database instead of an administrator's session. */
export async function createAdministrator({ db, clock }: Platform, email: string, password: string): Promise<string> {
  const hash = await service.preparePassword(password, [email])
  const now = clock.now()
  await db.transaction(async (tx) => {
    const user = await service.createUser(tx, { email, password: hash, isAdmin: true }, now)
    await logAudit(tx, 'command line', now, { action: 'created administrator', subject: email, subjectId: user.id })
  })
  return `${email} is an administrator now.`
}

export async function resetPassword(platform: Platform, email: string, password: string): Promise<string> {
  const { db, clock } = platform
  const hash = await service.preparePassword(password, [email])
  const now = clock.now()
  await db.transaction(async (tx) => {
    const user = await store.findByEmail(tx, email)
    if (!user) throw new Problem('not-found', { sentence: `There is no account with the address ${email}.` })
    await service.resetPasswordOf(platform, tx, user.id, hash, now)
    await service.setDisabled(tx, user.id, false, now)
    await logAudit(tx, 'command line', now, { action: 'reset the password of', subject: email, subjectId: user.id })
  })
  return `${email} has a new password and is signed out everywhere.`
}
