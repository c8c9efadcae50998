import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors/problem.ts'
import { sendProblem } from './replies/problems.ts'

/** The allowed methods of an API address; empty for an unknown address. */
export function methodsOf({ endpoints }: FastifyInstance, url: string): string[] {
  const path = pathOf(url)
  const methods = endpoints.filter((endpoint) => matches(`/api${endpoint.path}`, path)).map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

/** The answer to a wrong method of a known address, with the allowed methods. */
export function answerOtherMethod(request: FastifyRequest, reply: FastifyReply, methods: string[]) {
  reply.header('allow', [...methods, 'OPTIONS'].join(', '))
  if (request.method === 'OPTIONS') return reply.code(204).header('cache-control', 'no-store').send()
  return sendProblem(new Problem('method-not-allowed'), request, reply)
}

function matches(pattern: string, path: string): boolean {
  const [expected, given] = [pattern.split('/'), path.split('/')]
  if (expected.length !== given.length) return false
  return expected.every((part, n) => part.startsWith(':') || part === given[n])
}

/** The path as the router reads it: `/%61pi` is `/api`, and a request may contain the host. */
export function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]*/i, '').split('?')[0] ?? ''
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
