import type { FastifyRequest } from 'fastify'
import { type Access, captureTokenHeader, doorPassHeader } from '#contract/endpoint.ts'
import { Problem } from '../errors/problem.ts'
import type { Actor } from '../platform.ts'

/** The person behind a request, read anew each time: a disabled account is out at once. */
export type Viewer = Actor & { isAdmin: boolean; companyId: string | null }

/** Looks the session up. Given by the auth slice, since the platform knows no users. */
export type Identify = (cookie: string) => Promise<Viewer | undefined>

/** Refuses whoever may not call. */
export function requireAccess(access: Access, { viewer, headers }: Pick<FastifyRequest, 'viewer' | 'headers'>) {
  if (access === 'public') return
  // Which task a team link is for only the proofs know; a session opens nothing here.
  if (access === 'guest') {
    if (headers[captureTokenHeader] === undefined) throw new Problem('capture-link-closed')
    return
  }
  // Whose link fits which event only the door itself knows; its service asks.
  if (access === 'door' && headers[doorPassHeader] !== undefined) return
  if (!viewer) throw new Problem('not-signed-in')
  if ((access === 'administrator' || access === 'door') && !viewer.isAdmin) throw new Problem('forbidden')
  if (access === 'company' && viewer.isAdmin) throw new Problem('forbidden')
}

/**
 * Browsers say where a write comes from. A request that says neither comes from no browser, carries no one's ambient
 * cookie, and is let through (docs/decisions/0006).
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string) {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new Problem('cross-site')
  const origin = request.headers.origin
  if (origin !== undefined && origin !== publicUrl && !sameHost(origin, request.headers.host))
    throw new Problem('cross-site')
}

function sameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}
