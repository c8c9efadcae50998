import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { isPausedByMaintenance } from '#contract/maintenance-rule.ts'
import { Problem } from '../errors/problem.ts'
import { parseIdempotencyKey, runOnce } from '../idempotency/idempotency.ts'
import { withRequestId } from '../log/request-platform.ts'
import { requireNotPaused } from '../maintenance/watch-maintenance.ts'
import type { Platform } from '../platform.ts'
import { requireAccess, type Viewer } from './access.ts'
import { Download, ListReply } from './replies/replies.ts'
import { SharedReply } from './replies/shared-reply.ts'

/** The arguments of a handler: parsed input and the caller. */
type Call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  /** Present unless the endpoint is public. */
  viewer: Viewer
  /**
   * The platform bound to this request: its log lines and jobs carry the request id. For an idempotent endpoint, its
   * transactions and the stored answer commit together.
   */
  platform: Platform
  address: string
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<R extends z.ZodType> =
  | z.input<R>
  | (z.input<R> extends (infer Item)[] ? ListReply<Item> : never)
  | Download
  | SharedReply

/** Binds an endpoint of the contract to its handler. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: Call<P, Q, B>) => Promise<Answer<R>>,
) {
  rawRoute(app, endpoint, async (request, reply) => {
    const call = {
      params: endpoint.params ? inPath(endpoint.params, request.params) : undefined,
      query: endpoint.query ? endpoint.query.parse(request.query) : none(request.query),
      body: endpoint.body ? endpoint.body.parse(request.body) : undefined,
      viewer: request.viewer,
      // Requests without an address, because the client hung up, count as one source.
      address: request.ip ?? 'gone',
      request,
      reply,
      // Lazy: requests that only read do not need it.
      get platform() {
        return withRequestId(app.platform, request.id)
      },
    } as Call<P, Q, B>
    const key = endpoint.idempotent && parseIdempotencyKey(request.headers['idempotency-key'])
    if (!key) return send(reply, endpoint, await handle(call))
    const { params, query, body, viewer } = call
    const operation = { userId: viewer.userId, endpoint: `${endpoint.method} ${endpoint.path}`, key }
    const done = await runOnce(call.platform, { ...operation, input: { params, query, body } }, async (platform) =>
      JSON.stringify(endpoint.reply.parse(await handle({ ...call, platform }))),
    )
    if (done.isReplay) reply.header('idempotency-replayed', 'true')
    return reply
      .code(endpoint.status ?? 200)
      .type('application/json; charset=utf-8')
      .send(done.reply)
  })
}

/** For the few answers that are not JSON: the same guard without parsing. */
export function rawRoute(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  { bodyLimit }: { bodyLimit?: number } = {},
) {
  const { method, path, access } = endpoint
  const isPaused = isPausedByMaintenance(endpoint)
  app.endpoints.push(endpoint)
  app.route({
    // Declared explicitly: Fastify's automatic HEAD routes report length 0 if a handler sends no body.
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: `/api${path}`,
    ...(bodyLimit ? { bodyLimit } : {}),
    config: { endpoint },
    // Check access before the body is read: a stranger's megabytes are not worth parsing.
    onRequest: (request, reply, done) => {
      reply.header('cache-control', 'no-store')
      requireAccess(access, request)
      if (isPaused) requireNotPaused(app.platform.maintenance).then(() => done(), done)
      else done()
    },
    handler: (request, reply) => app.trackHandler(handler(request, reply)),
  })
}

/** A malformed id names no resource, so the answer is not-found. */
function inPath<P extends z.ZodType>(params: P, given: unknown): z.output<P> {
  const parsed = params.safeParse(given)
  if (!parsed.success) throw new Problem('not-found')
  return parsed.data
}

function none(query: unknown): undefined {
  if (query && Object.keys(query).length > 0) z.strictObject({}).parse(query)
  return undefined
}

function send(reply: FastifyReply, endpoint: Endpoint, answer: unknown) {
  if (answer instanceof SharedReply) return answer.send(reply.request, reply)
  if (answer instanceof Download) {
    return reply
      .header('content-disposition', `attachment; filename="${answer.fileName}"`)
      .type(answer.contentType)
      .send(answer.body)
  }
  let body = answer
  if (answer instanceof ListReply) {
    reply.header('x-total-count', answer.total)
    if (answer.next !== undefined) reply.header('link', `<${nextPage(reply.request, answer.next)}>; rel="next"`)
    body = answer.items
  }
  return reply
    .code(endpoint.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(endpoint.reply.parse(body))
}

function nextPage(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, 'http://here')
  url.searchParams.set('cursor', cursor)
  return url.pathname + url.search
}

declare module 'fastify' {
  interface FastifyInstance {
    endpoints: Endpoint[]
    platform: Platform
  }
  interface FastifyRequest {
    viewer: Viewer | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}
