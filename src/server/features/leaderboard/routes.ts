import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  explainRank,
  leaderboardPageSize,
  readLeaderboard,
  readLeaderboardSummary,
} from '#contract/leaderboard/endpoints.ts'
import { rawRoute, route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { EncodedReply, Encoding } from './encoded-reply.ts'
import { type Leaderboard, LeaderboardCache } from './leaderboard.ts'
import { explain, readPage, summarise } from './service.ts'

export function leaderboardRoutes(app: FastifyInstance, platform: Platform) {
  const cache = new LeaderboardCache(platform)
  cache.startChecking()
  app.addHook('onClose', async () => cache.stopChecking())

  // Bytes are made once for all readers: parsing each reply again would cost more than all the rest. And nobody waits for what
  // is there: a promise per request costs as much as sending it.
  rawRoute(app, readLeaderboard, (request, reply) => {
    const leaderboard = cache.read()
    return leaderboard instanceof Promise
      ? leaderboard.then((read) => answer(read, request, reply))
      : answer(leaderboard, request, reply)
  })

  route(app, readLeaderboardSummary, async ({ query, viewer }) =>
    summarise(await cache.read(), viewer.companyId, query.q),
  )

  route(app, explainRank, async ({ params }) => explain(platform, await cache.read(), params.id))
}

function answer(leaderboard: Leaderboard, request: FastifyRequest, reply: FastifyReply) {
  const given = request.query as Record<string, unknown>
  if (Object.keys(given).length > 0) return answerPage(leaderboard, given, request, reply)
  const whole = leaderboard.whole.read()
  return whole instanceof Promise
    ? whole.then((made) => sendEncoded(made, request, reply))
    : sendEncoded(whole, request, reply)
}

function answerPage(leaderboard: Leaderboard, given: unknown, request: FastifyRequest, reply: FastifyReply) {
  const query = readLeaderboard.query?.parse(given) ?? {}
  const page = readPage(leaderboard, query)
  reply.header('x-total-count', page.total)
  if (page.next !== undefined) {
    const { q, limit = leaderboardPageSize } = query
    const next = new URLSearchParams({ ...(q ? { q } : {}), limit: String(limit), cursor: page.next })
    reply.header('link', `</api${readLeaderboard.path}?${next}>; rel="next"`)
  }
  return sendEncoded(page.reply, request, reply)
}

function sendEncoded(encoded: EncodedReply, { headers }: FastifyRequest, reply: FastifyReply) {
  reply
    .header('etag', encoded.etag)
    // Asked again each time, answered with nothing when nothing changed.
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding')
  if (headers['if-none-match'] === encoded.etag) {
    reply.code(304).send()
    return
  }
  const encoding = chooseEncoding(headers['accept-encoding'])
  if (encoding !== 'plain') reply.header('content-encoding', encoding)
  reply.type('application/json; charset=utf-8')
  const bytes = encoded.bytes(encoding)
  if (bytes instanceof Promise) return bytes.then((compressed) => void reply.send(compressed))
  reply.send(bytes)
}

function chooseEncoding(accepted = ''): Encoding {
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'plain'
}
