import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context, Tracing } from '../../tracing/tracing.ts'

/** Makes a span per request, named by the route's pattern, because an address may contain a token. */
export function traceRequests(app: FastifyInstance, tracing: Tracing) {
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, _reply, done) => {
    const context = tracing.begin(request.raw)
    if (!context) return done()
    contexts.set(request, context)
    tracing.run(context, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const context = contexts.get(request)
    if (context) tracing.end(context, describeAnswer(request, reply.statusCode))
    done()
  })
}

function describeAnswer({ method, routeOptions, id }: FastifyRequest, status: number) {
  const route = routeOptions.url
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'request.id': String(id),
  }
  return { name: route ? `${method} ${route}` : method, attributes, hasFailed: status >= 500 }
}
