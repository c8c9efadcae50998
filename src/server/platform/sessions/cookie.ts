import { hash, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'

const sessionMaxAge = 30 * 86_400

/** A bearer secret: its holder is signed in. */
export const sessionCookie = (config: Pick<Config, 'publicUrl'>) =>
  createHostCookie(config, { name: 'session', maxAge: sessionMaxAge })

type Kind = { name: string; maxAge: number }

/** The `__Host-` prefix binds the cookie to this host over TLS; browsers refuse it on plain http. */
export function createHostCookie({ publicUrl }: Pick<Config, 'publicUrl'>, kind: Kind) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? `__Host-${kind.name}` : kind.name
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    name,
    /** The value in the request's cookie header. */
    read: ({ headers }: { headers: { cookie?: string } }) => valueNamed(headers.cookie, name),
    give: (value: string) => `${name}=${value}; Max-Age=${kind.maxAge}; ${attributes}`,
    take: () => `${name}=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes}`,
  }
}

/**
 * Two cookies of one name are ambiguous: another page of this host may have planted one, so both are ignored. Avoids
 * `split`, whose arrays cost 2 % of a cached answer.
 */
function valueNamed(header: string | undefined, name: string): string | undefined {
  if (!header?.includes(name)) return undefined
  let value: string | undefined
  for (let start = 0; start < header.length; ) {
    const end = endOf(header, ';', start, header.length)
    const equals = endOf(header, '=', start, end)
    if (header.slice(start, equals).trim() === name) {
      if (value !== undefined) return undefined
      value = header.slice(equals + 1, end).trim()
    }
    start = end + 1
  }
  return value || undefined
}

function endOf(text: string, mark: string, start: number, end: number): number {
  const found = text.indexOf(mark, start)
  return found < 0 || found > end ? end : found
}

export const newSecret = () => randomBytes(32).toString('base64url')

export const hashSecret = (secret: string) => hash('sha256', secret, 'base64url')
