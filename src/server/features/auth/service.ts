import type { CurrentUser, Signup } from '#contract/auth/endpoints.ts'
import { isReservedName } from '#contract/companies/names.ts'
import { type ProblemCode, problems } from '#contract/problems.ts'
import { cancelGrantsOf, moveGrants } from '#server/features/files/service.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { countAttempt, forgiveAttempt, type Limit, sourceOf, sweepAttempts } from '#server/platform/limits/limits.ts'
import { publish } from '#server/platform/live/publish.ts'
import { post } from '#server/platform/mail/outbox.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { hashSecret } from '#server/platform/sessions/cookie.ts'
import {
  endReasonOf,
  endSession,
  endSessionsOf,
  forgetEndReasons,
  replaceSession,
  sweepSessions,
} from '#server/platform/sessions/sessions.ts'
import { postWelcome } from './address-confirmation/address-confirmation.ts'
import { rememberBrowser } from './known-browsers.ts'
import { createLink, peekLink, takeLink } from './links.ts'
import { forgottenPasswordMail, passwordChangedMail } from './mail.ts'
import { hashPassword, isPassword } from './passwords/passwords.ts'
import { refuseWeak } from './passwords/weak-passwords.ts'
import * as store from './store.ts'

export { eraseAccount } from './erase-store.ts'

const limits = {
  /** Counted per account, whose session is needed: strangers at the login use up nothing of it. */
  ownPassword: { name: 'own-password', most: 10, within: minutes(5), refusal: 'too-many-logins' },
  signup: { name: 'signup', most: 100, within: hours(1) },
  forgotten: { name: 'forgotten', most: 5, within: hours(1), refusal: 'too-many-links' },
  forgottenFrom: { name: 'forgotten-from', most: 100, within: hours(1) },
} satisfies Record<string, Limit>

export async function currentUser({ db }: Platform, userId: string): Promise<CurrentUser> {
  const user = await store.find(db, userId)
  if (!user) throw new Problem('not-signed-in')
  return toReply(user)
}

export async function signUp({ db, clock, config }: Platform, signup: Signup, address: string) {
  const now = clock.now()
  await db.transaction((tx) => countAttempt(tx, limits.signup, sourceOf(address), now))
  const { email, companyName, contactPersonName, phone } = signup
  if (isReservedName(companyName))
    throw new Problem('company-name-reserved', { fields: { companyName: problems['company-name-reserved'].sentence } })
  refuseWeak(signup.password, [email, companyName, contactPersonName])
  const password = await hashPassword(signup.password)
  const [firstName = contactPersonName, ...rest] = contactPersonName.split(/\s+/)
  await db.transaction(async (tx) => {
    const draft = { companyName, contactPersonName, phone }
    const user = await createUser(tx, { email, password, firstName, lastName: rest.join(' ') || null, draft }, now)
    await postWelcome(tx, config, user, now)
    await publish(tx, 'administrators', 'companies')
  })
}

type NewUser = Omit<store.NewUser, 'createdAt' | 'updatedAt'>

export async function createUser(tx: Tx, user: NewUser, now: Date): Promise<store.User> {
  const created = await store.insert(tx, { ...user, createdAt: now, updatedAt: now })
  if (!created) throw new Problem('email-taken', { fields: { email: 'An account with this email already exists' } })
  return created
}

/** Locks the account; refuses if its password changed or it was disabled since the check. */
export async function lockUnchanged(tx: Tx, user: store.User, refusal: ProblemCode) {
  const now = await store.lock(tx, user.id)
  if (now?.password !== user.password || now.disabledAt) throw new Problem(refusal)
}

export async function logOut({ db }: Platform, sid: string) {
  await db.transaction((tx) => endSession(tx, sid))
}

/** The reason why the session of this cookie ended, if another person ended it. */
export const endReason = ({ db, clock }: Platform, secret: string) => endReasonOf(db, hashSecret(secret), clock.now())

/** Finds the name of an account's company; provided by the companies slice, which comes after this one. */
export type CompanyNameOf = (platform: Platform, companyId: string) => Promise<string | undefined>

/** Moves the push device to another session; provided by the notifications slice, which comes after this one. */
export type MoveDevice = (tx: Tx, fromSession: string, toSession: string) => Promise<unknown>

type ChosenPassword = {
  password: string
  companyNameOf: CompanyNameOf
  /** The known-browser cookie. */
  knownBrowser: string | undefined
  /** For the log. */
  address: string
}

/** Changes the password; replaces the session id and the known-browser cookie, which ends with the old password. */
export async function changePassword(
  platform: Platform,
  actor: Actor,
  current: string,
  { password, companyNameOf, knownBrowser, address, moveDevice }: ChosenPassword & { moveDevice: MoveDevice },
): Promise<{ knownBrowser: string; secret: string }> {
  const { db, clock, config, log } = platform
  const now = clock.now()
  const user = await store.find(db, actor.userId)
  if (!user) throw new Problem('not-signed-in')
  refuseWeak(password, await contextOf(platform, user, companyNameOf))
  await db.transaction((tx) => countAttempt(tx, limits.ownPassword, actor.userId, now))
  if (!(await isPassword(current, user.password))) {
    log.warn(
      { event: 'password-change-failed', outcome: 'wrong-password', user: user.id, address },
      'password not changed',
    )
    throw new Problem('wrong-password', { fields: { currentPassword: 'The current password is not right' } })
  }
  if (password === current) throw samePassword()
  const hash = await hashPassword(password)
  const { secret } = await db.transaction(async (tx) => {
    await lockUnchanged(tx, user, 'wrong-password')
    await forgiveAttempt(tx, limits.ownPassword, actor.userId)
    await replacePassword(tx, user.id, hash, now, { reason: 'password-changed', except: actor.sid })
    await post(tx, passwordChangedMail(user, 'you', config.publicUrl), now)
    return replaceSession(tx, actor.sid, async (next) => {
      await moveGrants(tx, actor.sid, next)
      await moveDevice(tx, actor.sid, next)
    })
  })
  log.info({ event: 'password-changed', outcome: 'by-owner', user: user.id, address }, 'password changed')
  return { secret, knownBrowser: rememberBrowser(knownBrowser, { id: user.id, password: hash }, now) }
}

/** Sets a password that another person chose: ends every session of the account and mails its owner. */
export async function resetPasswordOf(platform: Platform, tx: Tx, userId: string, hash: string, now: Date) {
  const user = await replacePassword(tx, userId, hash, now, { reason: 'password-reset' })
  if (user) await post(tx, passwordChangedMail(user, 'an administrator', platform.config.publicUrl), now)
  platform.log.info({ event: 'password-changed', outcome: 'by-administrator', user: userId }, 'password changed')
}

/** Refuses a weak password, then hashes it. Call it outside any transaction, because hashing is slow. */
export async function preparePassword(password: string, context: (string | null | undefined)[]): Promise<string> {
  refuseWeak(password, context)
  return hashPassword(password)
}

/** A known and an unknown address get the same answer after similar work. */
export async function sendPasswordLink({ db, clock, config, log }: Platform, email: string, address: string) {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await countAttempt(tx, limits.forgottenFrom, sourceOf(address), now)
    await countAttempt(tx, limits.forgotten, email, now)
  })
  await db.transaction(async (tx) => {
    const user = await store.findByEmail(tx, email)
    const outcome = !user ? 'unknown-account' : user.disabledAt ? 'disabled' : 'sent'
    log.info({ event: 'password-link', outcome, user: user?.id, address }, 'password link asked for')
    if (!user || user.disabledAt) return
    const link = await createLink(tx, 'new-password', hours(1), now, user.id)
    await post(tx, forgottenPasswordMail(user, `${config.publicUrl}/login?reset=${link}`), now)
  })
}

/** The mailed link proves ownership of the account, so this browser is known from now on, whatever strangers guess. */
export async function choosePassword(
  platform: Platform,
  token: string,
  { password, companyNameOf, knownBrowser, address }: ChosenPassword,
): Promise<{ knownBrowser: string }> {
  const { db, clock, config, log } = platform
  const now = clock.now()
  const link = await peekLink(db, token, 'new-password', now)
  const user = link?.userId ? await store.find(db, link.userId) : undefined
  if (!user || user.disabledAt) {
    log.warn({ event: 'password-change-failed', outcome: 'link-used', user: user?.id, address }, 'password not changed')
    throw new Problem('link-used')
  }
  refuseWeak(password, await contextOf(platform, user, companyNameOf))
  if (await isPassword(password, user.password)) throw samePassword()
  const hash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const userId = await takeLink(tx, token, 'new-password', now)
    const changed = userId && (await replacePassword(tx, userId, hash, now, { reason: 'password-changed' }))
    if (!changed || changed.disabledAt) throw new Problem('link-used')
    await post(tx, passwordChangedMail(changed, 'you', config.publicUrl), now)
  })
  log.info({ event: 'password-changed', outcome: 'by-link', user: user.id, address }, 'password changed')
  return { knownBrowser: rememberBrowser(knownBrowser, { id: user.id, password: hash }, now) }
}

/** Enables or disables an account; disabling signs out every device at once. */
export async function setDisabled(tx: Tx, userId: string, disabled: boolean, now: Date) {
  await store.update(tx, userId, { disabledAt: disabled ? now : null, updatedAt: now })
  if (disabled) await signOutEverywhere(tx, userId, { reason: 'disabled' })
  else await forgetEndReasons(tx, userId, 'disabled')
}

export const createPasswordLink = (tx: Tx, userId: string, validFor: number, now: Date) =>
  createLink(tx, 'new-password', validFor, now, userId)

export const { lockAdministrators, countActiveAdministrators, listActiveAdministrators } = store

export async function linkCompany(tx: Tx, userId: string, companyId: string, now: Date) {
  await store.update(tx, userId, { companyId, draft: null, updatedAt: now })
  await publish(tx, { user: userId }, 'me')
}

export async function sweep({ db, clock }: Platform) {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await sweepSessions(tx, now)
    await sweepAttempts(tx, now)
    await store.sweepLinks(tx, now)
  })
}

export const toReply = (user: store.User): CurrentUser => ({
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  profileImageUrl: user.profileImageUrl,
  isAdmin: user.isAdmin,
  companyId: user.companyId,
  hasCompany: user.companyId !== null,
  draft: user.draft,
  passwordExpiresAt: user.passwordExpiresAt?.toISOString() ?? null,
})

async function replacePassword(
  tx: Tx,
  userId: string,
  password: string,
  now: Date,
  ending: Parameters<typeof endSessionsOf>[2],
) {
  const user = await store.update(tx, userId, { password, passwordExpiresAt: null, updatedAt: now })
  await store.deleteLinksOf(tx, userId)
  await signOutEverywhere(tx, userId, ending)
  return user
}

/** Words that must not make up a password. */
const contextOf = async (platform: Platform, user: store.User, companyNameOf: CompanyNameOf) => [
  user.email,
  user.firstName,
  user.lastName,
  user.draft?.companyName ?? (user.companyId ? await companyNameOf(platform, user.companyId) : undefined),
]

/** The same password would turn a temporary one into a lasting one that another person knows. */
const samePassword = () => new Problem('same-password', { fields: { password: problems['same-password'].sentence } })

/** End sessions first, so that a grant issued at this moment exists when grants are cancelled. */
async function signOutEverywhere(tx: Tx, userId: string, ending: Parameters<typeof endSessionsOf>[2]) {
  await endSessionsOf(tx, userId, ending)
  await cancelGrantsOf(tx, userId, ending.except)
}
