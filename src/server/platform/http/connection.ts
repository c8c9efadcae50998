import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Connection, describeConnection, doctorTokenHeader } from '#contract/system.ts'
import { Problem } from '../errors/problem.ts'
import { readRelease } from '../project.ts'
import { route } from './route.ts'

const tokenShape = /^[\w-]{43}$/

/** Gives the doctor facts of its request that only this process knows. Other callers get not-found. */
export function connectionRoute(app: FastifyInstance, isToken: (token: string) => Promise<boolean>) {
  route(app, describeConnection, async ({ request }) => {
    const token = String(request.headers[doctorTokenHeader] ?? '')
    if (!tokenShape.test(token) || !(await isToken(token))) throw new Problem('not-found')
    return { release: readRelease(), address: request.socket.remoteAddress ?? '', proxy: proxyOf(request) }
  })
}

/** Detects a proxy by `x-forwarded-for`, which names the client, or by other marks. */
function proxyOf({ headers, ips }: FastifyRequest): Connection['proxy'] {
  if (headers['x-forwarded-for'] !== undefined) return (ips?.length ?? 0) > 1 ? 'trusted' : 'untrusted'
  const others = ['x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']
  return others.some((name) => headers[name] !== undefined) ? 'without-address' : 'none'
}
