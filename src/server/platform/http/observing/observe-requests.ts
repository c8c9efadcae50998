import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnswerTimes } from '../../metrics/answer-times.ts'

/** Counts and times every answer. Labels are patterns of routes: whatever people ask for, their number does not grow. */
export function observeRequests(app: FastifyInstance, answers: AnswerTimes) {
  app.addHook('onResponse', function observeResponse(request, reply, done) {
    const { statusCode } = reply
    // Made anew at each reading.
    const { routeOptions } = request
    answers.countStatus(statusCode)
    // It takes as long as somebody looks at the screen.
    if (routeOptions.config.endpoint?.contentType !== 'text/event-stream')
      answers.observeAnswer(routeOf(routeOptions, statusCode), request.method, statusCode, reply.elapsedTime / 1000)
    done()
  })
}

function routeOf({ url, config }: FastifyRequest['routeOptions'], status: number): string {
  if (url === undefined) return status < 400 ? 'page' : 'unknown'
  // Each file of the client is a route of its own, with a new name in every release.
  return config.endpoint || url.includes(':') ? url : 'file'
}
