import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { after, days } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { createHostCookie } from '#server/platform/sessions/cookie.ts'
import type { User } from './store.ts'

type Account = Pick<User, 'id' | 'password'>

const lastsDays = 365
/** Of one browser that several people share. */
const mostAccounts = 5

export const knownBrowserCookie = (config: Pick<Config, 'publicUrl'>) =>
  createHostCookie(config, { name: 'known-browser', maxAge: lastsDays * 86_400 })

/** Compared with where there is no account, so that the work is the same. */
const nobody: Account = { id: '00000000-0000-0000-0000-000000000000', password: 'nobody has this password' }

/**
 * The id of a browser in which this account signed in since its password was set. Signed with the hash of the password: every
 * node can check it, nothing is stored, and a new password ends it (docs/decisions/0007).
 */
export function findBrowserId(cookie: string | undefined, account: Account | undefined, now: Date): string | undefined {
  const tokens = readTokens(cookie).filter((token) => isOf(token, account ?? nobody, now))
  return account && tokens[0]?.browserId
}

/** The cookie of a browser in which somebody proves to own the account; it stays known to the other accounts. */
export function rememberBrowser(
  cookie: string | undefined,
  account: Account,
  now: Date,
  browserId = randomBytes(16).toString('base64url'),
): string {
  const expires = Math.floor(after(now, days(lastsDays)).getTime() / 1000).toString(36)
  const others = readTokens(cookie).filter((token) => token.browserId !== browserId)
  const own = { browserId, expires, signature: sign(browserId, expires, account) }
  return [own, ...others]
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

/** The account is not named: only together with it the signature can be checked. */
const sign = (browserId: string, expires: string, { id, password }: Account) =>
  createHmac('sha256', password).update(`known browser ${id} ${browserId} ${expires}`).digest('base64url')

function isOf({ browserId, expires, signature }: Token, account: Account, now: Date): boolean {
  // Empty: of an account that was erased.
  if (!account.password || Number.parseInt(expires, 36) * 1000 <= now.getTime()) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(browserId, expires, account)))
}
