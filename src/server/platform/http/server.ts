import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ProblemCode, problemsOf } from '#contract/problems.ts'
import { Problem } from '../errors/problem.ts'
import { describeError } from '../log/describe-error.ts'
import { createRequestId, isPrivateAddress } from '../log/request-id.ts'
import type { Platform } from '../platform.ts'
import { sessionCookie } from '../sessions/cookie.ts'
import { type Identify, refuseCrossSite } from './access.ts'
import { securityHeaders } from './replies/headers.ts'
import { parseJson } from './replies/json.ts'
import { refuseUnreadable, sendProblem, toProblem, writeProblem } from './replies/problems.ts'
import { checkingInterval, defaultLimits, hasBody, limitBodies, type RequestLimits } from './request-limits.ts'
import { enableShutdown } from './shutdown.ts'

export type ServerOptions = {
  identify: Identify
  /** Reports an answered problem that its endpoint does not list, for tests. */
  onUnlisted?: (endpoint: Endpoint, code: ProblemCode) => void
  limits?: RequestLimits
}

const jsonLimit = 128 * 1024

/** Our log lines contain the request id already, so skip Fastify's logger per request. */
function withoutRequestLoggers(log: Platform['log']): Platform['log'] {
  const same: Platform['log'] = Object.create(log, { child: { value: () => same } })
  return same
}

/** An HTTP server with our guards for every request, and no routes yet. */
export function createServer(
  platform: Platform,
  { identify, onUnlisted, limits = defaultLimits }: ServerOptions,
): FastifyInstance {
  const { config, log } = platform
  const headers = securityHeaders(config.publicUrl, config.s3?.servedFrom)
  const app = Fastify({
    loggerInstance: withoutRequestLoggers(log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId(config.trustProxy),
    trustProxy: config.trustProxy ?? false,
    bodyLimit: jsonLimit,
    requestTimeout: limits.upload,
    http: { headersTimeout: limits.headers, connectionsCheckingInterval: checkingInterval(limits) },
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    // `shutDown` closes them; until then new requests are answered normally.
    forceCloseConnections: false,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id)
      void sendProblem(toProblem(error), request, reply as never)
    },
    clientErrorHandler: (error, socket) => void refuseUnreadable(error, socket, headers),
  }) as unknown as FastifyInstance
  const watchBody = limitBodies(app, limits, ({ socket }) => writeProblem(new Problem('too-slow'), socket, headers))
  enableShutdown(app, (socket) => writeProblem(new Problem('unavailable', { retryAfterSeconds: 2 }), socket, headers))
  app.decorate('platform', platform)
  app.decorate('endpoints', [])
  app.decorateRequest('viewer', undefined)

  parseJsonBodies(app)
  guardRequests(app, { platform, identify, headers, watchBody })
  answerErrors(app, log, onUnlisted)
  return app
}

function parseJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, source, done) => {
    try {
      done(null, source === '' ? undefined : parseJson(String(source)))
    } catch {
      done(new Problem('malformed-body'))
    }
  })
}

type Guards = Pick<ServerOptions, 'identify'> & {
  platform: Platform
  headers: ReturnType<typeof securityHeaders>
  watchBody: ReturnType<typeof limitBodies>
}

/** Checks every request before its route, and finds its viewer. */
function guardRequests(app: FastifyInstance, { platform, identify, headers, watchBody }: Guards) {
  const { config, log } = platform
  const cookie = sessionCookie(config)
  const warnOfUntrustedProxy = createProxyWarning(log)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    warnOfUntrustedProxy(request)
    if (hasBody(request.raw)) {
      watchBody(request.raw)
      refuseEncodedBody(request)
    }
    // Check the route, not the address: `/%61pi/…` leads to the same handlers as `/api/…`.
    const { url, config: route } = request.routeOptions
    if (!url?.startsWith('/api/') || route.endpoint?.withoutSession) return done()
    refuseCrossSite(request, config.publicUrl)
    const secret = cookie.read(request)
    if (!secret) return done()
    identify(secret).then((viewer) => {
      request.viewer = viewer
      done()
    }, done)
  })
}

/** Answers errors as problems; logs faults, and refusals that may be attempts to break in. */
function answerErrors(app: FastifyInstance, log: Platform['log'], onUnlisted: ServerOptions['onUnlisted']) {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    const endpoint = request.routeOptions.config.endpoint
    if (problem.status >= 500)
      log.error({ error: describeError(error), requestId: request.id, route: request.routeOptions.url }, problem.code)
    else if (problem.status === 403 || problem.status === 429) {
      const { id: requestId, ip: address, viewer, routeOptions } = request
      const event = { event: 'refused', outcome: problem.code, user: viewer?.userId, address }
      log.warn({ requestId, route: routeOptions.url, ...event }, 'refused')
    }
    if (endpoint && onUnlisted && !problemsOf(endpoint).includes(problem.code)) onUnlisted(endpoint, problem.code)
    return sendProblem(problem, request, reply)
  })
}

/** Warns once when an untrusted proxy sends X-Forwarded-For: all its visitors then share one visitor's limits. */
function createProxyWarning(log: Platform['log']) {
  let hasWarned = false
  return ({ headers, ip, socket }: FastifyRequest) => {
    if (hasWarned || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return
    hasWarned = true
    log.warn(
      // Log private addresses only: a public one may be a visitor who sends the header without a proxy.
      isPrivateAddress(ip) ? { proxy: ip } : {},
      'A proxy that is not trusted sends X-Forwarded-For: all its visitors share one limit. Name its address in TRUST_PROXY.',
    )
  }
}

/** The server does not decompress bodies, so refuse encoded ones instead of misreading them. */
function refuseEncodedBody({ headers }: FastifyRequest) {
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  if (encoding && encoding !== 'identity') throw new Problem('content-encoded')
}
