import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { after, days } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { createHostCookie } from '#server/platform/sessions/cookie.ts'
import type { User } from './store.ts'

type Account = Pick<User, 'id' | 'password'>

const lastsDays = 365
/** Limit of accounts in one browser that several people share. */
const mostAccounts = 5

export const knownBrowserCookie = (config: Pick<Config, 'publicUrl'>) =>
  createHostCookie(config, { name: 'known-browser', maxAge: lastsDays * 86_400 })

/** A decoy for an unknown account, so that the work is the same. */
const nobody: Account = { id: '00000000-0000-0000-0000-000000000000', password: 'nobody has this password' }

/**
 * The id of a browser in which this account signed in since its password was set. The password hash signs it: every
 * node can check it without storage, and a new password ends it (docs/decisions/0007).
 */
export function findBrowserId(cookie: string | undefined, account: Account | undefined, now: Date): string | undefined {
  const tokens = readTokens(cookie).filter((token) => isOf(token, account ?? nobody, now))
  return account && tokens[0]?.browserId
}

/** Adds an account to the browser's cookie after its owner proved the ownership; other accounts stay in it. */
export function rememberBrowser(
  cookie: string | undefined,
  account: Account,
  now: Date,
  browserId = randomBytes(16).toString('base64url'),
): string {
  const expires = Math.floor(after(now, days(lastsDays)).getTime() / 1000).toString(36)
  const others = readTokens(cookie).filter((token) => token.browserId !== browserId)
  const newToken = { browserId, expires, signature: sign(browserId, expires, account) }
  return [newToken, ...others]
    .slice(0, mostAccounts)
    .map((token) => `${token.browserId}.${token.expires}.${token.signature}`)
    .join('~')
}

type Token = { browserId: string; expires: string; signature: string }

const readTokens = (cookie = ''): Token[] => cookie.split('~', mostAccounts).flatMap(readToken)

function readToken(text: string): Token[] {
  const [, browserId, expires, signature] = /^([\w-]{22})\.([\da-z]{1,9})\.([\w-]{43})$/.exec(text) ?? []
  return browserId && expires && signature ? [{ browserId, expires, signature }] : []
}

/** The cookie does not name the account: the signature can be checked only together with it. */
const sign = (browserId: string, expires: string, { id, password }: Account) =>
  createHmac('sha256', password).update(`known browser ${id} ${browserId} ${expires}`).digest('base64url')

function isOf({ browserId, expires, signature }: Token, account: Account, now: Date): boolean {
  // An erased account has an empty password.
  if (!account.password || Number.parseInt(expires, 36) * 1000 <= now.getTime()) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(browserId, expires, account)))
}
