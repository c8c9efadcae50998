import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { QueryOf } from '#contract/endpoint.ts'
import {
  explainRank,
  leaderboardPageSize,
  listDivisions,
  readLeaderboard,
  readLeaderboardSummary,
  setDivisions,
} from '#contract/leaderboard/endpoints.ts'
import { rawRoute, route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Leaderboard, LeaderboardCache } from './leaderboard.ts'
import type { ReadableView } from './ordered-board/board-view.ts'
import type { EncodedReply, Encoding } from './ordered-board/encoded-reply.ts'
import * as leaderboards from './service.ts'

type PageQuery = QueryOf<typeof readLeaderboard>
/** What was asked for by an address, and the `link` of its last answer. */
type KnownQuery = { query: PageQuery; last?: { cursor: string; link: string } }

/** Most readers ask for the same few pages. */
const mostKnownQueries = 200

export function leaderboardRoutes(app: FastifyInstance, platform: Platform) {
  const cache = new LeaderboardCache(platform)
  cache.startChecking()
  app.addHook('onClose', async () => cache.stopChecking())
  const parseQuery = createParseQuery()

  // Bytes are made once for all readers: parsing each reply again would cost more than all the rest. And nobody waits for what
  // is there: a promise per request costs as much as sending it.
  rawRoute(app, readLeaderboard, (request, reply) => {
    const leaderboard = cache.read()
    return leaderboard instanceof Promise
      ? leaderboard.then((read) => answer(read, parseQuery, request, reply))
      : answer(leaderboard, parseQuery, request, reply)
  })

  route(app, readLeaderboardSummary, async ({ query: { board = 'official', division, q }, viewer }) => {
    const { official, others } = await cache.read()
    if (board === 'official') return leaderboards.summarise(official, viewer.companyId, q)
    const found = await others.find(board, division, viewer.companyId)
    return leaderboards.summariseSideBoard(found, viewer.companyId, q)
  })

  route(app, listDivisions, () => leaderboards.listDivisions(platform))

  route(app, setDivisions, ({ body, viewer, platform }) => leaderboards.setDivisions(platform, viewer, body.divisions))

  route(app, explainRank, async ({ params: { id }, query: { board = 'official' } }) => {
    const { official, others } = await cache.read()
    if (board === 'official') return leaderboards.explain(platform, official, id)
    // On the board of its own division, whoever asks.
    return leaderboards.explainOnSideBoard(platform, board, await others.find(board, undefined, id), id)
  })
}

/** Parsing the same address again would take longer than answering it. */
function createParseQuery() {
  const known = new Map<string, KnownQuery>()
  return ({ url, query }: FastifyRequest): KnownQuery => {
    const found = known.get(url)
    if (found) return found
    const parsed = { query: readLeaderboard.query?.parse(query) ?? {} }
    if (known.size >= mostKnownQueries) known.clear()
    known.set(url, parsed)
    return parsed
  }
}

type ParseQuery = ReturnType<typeof createParseQuery>

function answer(leaderboard: Leaderboard, parseQuery: ParseQuery, request: FastifyRequest, reply: FastifyReply) {
  if (Object.keys(request.query as object).length > 0)
    return answerPage(leaderboard, parseQuery(request), request, reply)
  const whole = leaderboard.whole.read()
  return whole instanceof Promise
    ? whole.then((made) => sendEncoded(made, request, reply))
    : sendEncoded(whole, request, reply)
}

function answerPage(
  { official, others }: Leaderboard,
  known: KnownQuery,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { board = 'official', division } = known.query
  if (board === 'official') return sendPage(official, known, request, reply)
  const found = others.find(board, division, request.viewer?.companyId)
  return found instanceof Promise
    ? found.then(({ view }) => sendPage(view, known, request, reply))
    : sendPage(found.view, known, request, reply)
}

function sendPage(view: ReadableView, known: KnownQuery, request: FastifyRequest, reply: FastifyReply) {
  const page = leaderboards.readPage(view, known.query)
  reply.header('x-total-count', page.total)
  if (page.next !== undefined) {
    if (known.last?.cursor !== page.next) known.last = { cursor: page.next, link: linkTo(page.next, known.query) }
    reply.header('link', known.last.link)
  }
  return sendEncoded(page.reply, request, reply)
}

function linkTo(cursor: string, { q, board, division, limit = leaderboardPageSize }: PageQuery): string {
  const same = { ...(q ? { q } : {}), ...(board ? { board } : {}), ...(division ? { division } : {}) }
  const next = new URLSearchParams({ ...same, limit: String(limit), cursor })
  return `</api${readLeaderboard.path}?${next}>; rel="next"`
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
