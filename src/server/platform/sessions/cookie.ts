import { hash, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'

/** The `__Host-` prefix binds the cookie to this host over TLS; browsers refuse it on plain http. */
export function sessionCookie(config: Config) {
  const secure = config.publicUrl.startsWith('https:')
  return {
    name: secure ? '__Host-session' : 'session',
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure } as const,
  }
}

/** Two cookies of one name: another page of this host planted one of them, and nobody can say which. */
export const isAmbiguous = (header: string | undefined, name: string) =>
  (header?.split(';').filter((part) => part.split('=')[0]?.trim() === name).length ?? 0) > 1

export const sessionMaxAge = 30 * 86_400

export const newSecret = () => randomBytes(32).toString('base64url')

export const hashed = (secret: string) => hash('sha256', secret, 'base64url')
