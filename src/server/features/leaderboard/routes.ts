import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { explainStanding, readLeaderboard } from '#contract/leaderboard/endpoints.ts'
import { open, route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { explain, Leaderboard, type Snapshot } from './service.ts'

function answer(snapshot: Snapshot, { headers }: FastifyRequest, reply: FastifyReply) {
  reply
    .header('etag', snapshot.etag)
    // Asked again each time, answered with nothing when nothing changed.
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding')
  if (headers['if-none-match'] === snapshot.etag) {
    reply.code(304).send()
    return
  }
  const accepted = headers['accept-encoding'] ?? ''
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
  if (encoding) reply.header('content-encoding', encoding)
  reply.type('application/json; charset=utf-8').send(snapshot[encoding ?? 'plain'])
}

export function leaderboardRoutes(app: FastifyInstance, platform: Platform) {
  const board = new Leaderboard(platform)

  // The bytes are made once per change: parsing ten thousand rows for each reader would cost more than all the rest.
  open(app, { ...readLeaderboard, endpoint: readLeaderboard }, (request, reply) => {
    const snapshot = board.read()
    return snapshot instanceof Promise
      ? snapshot.then((made) => answer(made, request, reply))
      : answer(snapshot, request, reply)
  })

  route(app, explainStanding, ({ params }) => explain(platform, board, params.id))
}
