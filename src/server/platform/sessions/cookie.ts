import { hash, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'

export const sessionMaxAge = 30 * 86_400

/** The `__Host-` prefix binds the cookie to this host over TLS; browsers refuse it on plain http. */
export function sessionCookie({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-session' : 'session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    name,
    /** The secret a browser sent back. */
    read: ({ headers }: { headers: { cookie?: string } }) => valueNamed(headers.cookie, name),
    give: (secret: string) => `${name}=${secret}; Max-Age=${sessionMaxAge}; ${attributes}`,
    take: () => `${name}=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes}`,
  }
}

/** Of two cookies of one name another page of this host planted one, and nobody can say which: neither counts. */
function valueNamed(header: string | undefined, name: string): string | undefined {
  let value: string | undefined
  for (const part of header?.split(';') ?? []) {
    const [key = '', ...rest] = part.split('=')
    if (key.trim() !== name) continue
    if (value !== undefined) return undefined
    value = rest.join('=').trim()
  }
  return value || undefined
}

export const newSecret = () => randomBytes(32).toString('base64url')

export const hashSecret = (secret: string) => hash('sha256', secret, 'base64url')
