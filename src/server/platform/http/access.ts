import type { FastifyRequest } from 'fastify'
import { type Access, captureTokenHeader, doorPassHeader } from '#contract/endpoint.ts'
import { Problem } from '../errors/problem.ts'
import type { Actor } from '../platform.ts'

/** The signed-in person, read for each request, so a disabled account is out at once. */
export type Viewer = Actor & { isAdmin: boolean; companyId: string | null }

/** Looks up the session. The auth slice provides it, because the platform knows no users. */
export type Identify = (cookie: string) => Promise<Viewer | undefined>

/** Throws for callers without access. */
export function requireAccess(access: Access, { viewer, headers }: Pick<FastifyRequest, 'viewer' | 'headers'>) {
  if (access === 'public') return
  // The proofs slice checks which task a team link is for; a session opens nothing here.
  if (access === 'guest') {
    if (headers[captureTokenHeader] === undefined) throw new Problem('capture-link-closed')
    return
  }
  // The door's service checks which event the pass is for.
  if (access === 'door' && headers[doorPassHeader] !== undefined) return
  if (!viewer) throw new Problem('not-signed-in')
  if ((access === 'administrator' || access === 'door') && !viewer.isAdmin) throw new Problem('forbidden')
  if (access === 'company' && viewer.isAdmin) throw new Problem('forbidden')
}

/**
 * Refuses writes from other sites by the browser's origin headers. A request without them comes from no browser and
 * carries no ambient cookie, so it passes (docs/decisions/0006).
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
