import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform.ts'

/** A line for every answer, for whoever looks for a request. The proxy's log has them all: ours only where it is asked for more. */
export function logRequests(app: FastifyInstance, log: Platform['log']) {
  if (!log.isLevelEnabled('debug')) return
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern of the route: an address may hold a token.
    const { id: requestId, method, routeOptions } = request
    const answer = { status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) }
    log.debug({ requestId, method, route: routeOptions.url, ...answer }, 'answered')
    done()
  })
}
