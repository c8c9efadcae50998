import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Takes the response from Fastify and sends the head of server-sent events. */
export function startEventStream(reply: FastifyReply): ServerResponse {
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string)
  reply.hijack()
  return reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    // Buffering proxies would delay every event.
    'x-accel-buffering': 'no',
  })
}
