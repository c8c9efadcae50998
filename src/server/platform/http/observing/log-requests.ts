import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform.ts'

/** Logs every answer at debug level, to trace requests; by default only the proxy's log has all of them. */
export function logRequests(app: FastifyInstance, log: Platform['log']) {
  if (!log.isLevelEnabled('debug')) return
  app.addHook('onResponse', (request, reply, done) => {
    // Log the route's pattern: an address may contain a token.
    const { id: requestId, method, routeOptions } = request
    const answer = { status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) }
    log.debug({ requestId, method, route: routeOptions.url, ...answer }, 'answered')
    done()
  })
}
