import type { CurrentUser } from '#contract/auth/endpoints.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret } from '#server/platform/sessions/cookie.ts'
import { endSession, startSession } from '#server/platform/sessions/sessions.ts'
import { findBrowserId, rememberBrowser } from './known-browsers.ts'
import { isPassword } from './passwords/passwords.ts'
import { lockUnchanged, toReply } from './service.ts'
import { countLogin, forgiveLogin } from './sessions/login-limits.ts'
import * as store from './store.ts'

type Credentials = { email: string; password: string }

/** Data of the browser: the secret of the session to replace, and the known-browser cookie. */
type Browser = { address: string; oldSecret?: string; knownBrowser?: string }

type LoggedIn = { secret: string; knownBrowser: string; user: CurrentUser }

/** Checks the password and starts a session. */
export async function logIn(platform: Platform, { email, password }: Credentials, browser: Browser): Promise<LoggedIn> {
  const { db, clock, config, log } = platform
  const { address, oldSecret, knownBrowser } = browser
  const now = clock.now()
  const user = await store.findByEmail(db, email)
  const browserId = findBrowserId(knownBrowser, user, now)
  const attempt = { email, address, browserId }
  const refuse = (outcome: string, problem: unknown) => {
    const isKnownBrowser = browserId !== undefined
    log.warn({ event: 'login-failed', outcome, user: user?.id, address, isKnownBrowser }, 'login failed')
    return problem
  }
  await db
    .transaction((tx) => countLogin(tx, attempt, now))
    .catch((error) => {
      throw error instanceof Problem ? refuse('too-many-attempts', error) : error
    })
  const right = await isPassword(password, user?.password)
  if (!user || !right) throw refuse(user ? 'wrong-password' : 'unknown-account', new Problem('bad-credentials'))
  // Refuse only after a right password: an address alone must reveal nothing.
  if (user.disabledAt) throw refuse('disabled', accountDisabled(config))
  if (isExpired(user, now)) throw refuse('password-expired', new Problem('temporary-password-expired'))
  return db.transaction(async (tx) => {
    await lockUnchanged(tx, user, 'bad-credentials')
    await forgiveLogin(tx, attempt)
    if (oldSecret) await endSession(tx, hashSecret(oldSecret))
    const { secret } = await startSession(tx, user.id, now)
    log.info({ event: 'login', user: user.id, address, isKnownBrowser: browserId !== undefined }, 'login')
    return { secret, knownBrowser: rememberBrowser(knownBrowser, user, now, browserId), user: toReply(user) }
  })
}

const accountDisabled = ({ supportEmail }: Platform['config']) =>
  new Problem('account-disabled', {
    sentence: supportEmail ? `This account is disabled. Please write to ${supportEmail}.` : undefined,
  })

const isExpired = (user: store.User, now: Date) => user.passwordExpiresAt !== null && user.passwordExpiresAt <= now
