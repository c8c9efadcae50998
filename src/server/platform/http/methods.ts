import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors/problem.ts'
import { sendProblem } from './replies/problems.ts'

/** The methods that an address of the API answers; none where there is no such address. */
export function methodsOf({ endpoints }: FastifyInstance, url: string): string[] {
  const path = pathOf(url)
  const methods = endpoints.filter((endpoint) => matches(`/api${endpoint.path}`, path)).map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

/** The answer to a method that a known address does not have: which ones it has. */
export function answerOtherMethod(request: FastifyRequest, reply: FastifyReply, methods: string[]) {
  reply.header('allow', [...methods, 'OPTIONS'].join(', '))
  if (request.method === 'OPTIONS') return reply.code(204).header('cache-control', 'no-store').send()
  return sendProblem(new Problem('method-not-allowed'), request, reply)
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return false
  return wanted.every((part, n) => part.startsWith(':') || part === given[n])
}

/** As the router reads it: `/%61pi` is `/api`, and a request may name the host in front. */
export function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').split('?')[0] ?? ''
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
