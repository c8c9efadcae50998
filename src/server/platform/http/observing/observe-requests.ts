import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnswerTimes } from '../../metrics/answer-times.ts'

/** Counts and times every answer. Labels are route patterns, so their number is bounded. */
export function observeRequests(app: FastifyInstance, answers: AnswerTimes) {
  app.addHook('onResponse', function observeResponse(request, reply, done) {
    const { statusCode } = reply
    // The getter builds a new object at each access.
    const { routeOptions } = request
    answers.countStatus(statusCode)
    // Skip streams, which last as long as a screen is open.
    if (routeOptions.config.endpoint?.contentType !== 'text/event-stream')
      answers.observeAnswer(routeOf(routeOptions, statusCode), request.method, statusCode, reply.elapsedTime / 1000)
    done()
  })
}

function routeOf({ url, config }: FastifyRequest['routeOptions'], status: number): string {
  if (url === undefined) return status < 400 ? 'page' : 'unknown'
  // Each client file is a separate route with a new name in every release; group them.
  return config.endpoint || url.includes(':') ? url : 'file'
}
