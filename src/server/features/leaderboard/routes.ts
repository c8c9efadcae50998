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
import { createQueryReader, rawRoute, route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Leaderboard, LeaderboardCache } from './leaderboard.ts'
import { cursorOf, nameList } from './ordered-board/cursor.ts'
import type { EncodedReply, Encoding } from './ordered-board/encoded-reply.ts'
import * as leaderboards from './service.ts'
import type { SideBoard } from './side-boards/side-boards.ts'

type PageQuery = Readonly<QueryOf<typeof readLeaderboard>>

const readQuery = createQueryReader(readLeaderboard)

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

function answer(leaderboard: Leaderboard, request: FastifyRequest, reply: FastifyReply) {
  if (Object.keys(request.query as object).length > 0) return answerPage(leaderboard, request, reply)
  const whole = leaderboard.whole.read()
  return whole instanceof Promise
    ? whole.then((made) => sendEncoded(made, request, reply))
    : sendEncoded(whole, request, reply)
}

function answerPage({ official, others }: Leaderboard, request: FastifyRequest, reply: FastifyReply) {
  const query = readQuery(request)
  const { board = 'official', division } = query
  if (board === 'official') return sendPage({ view: official }, query, request, reply)
  const found = others.find(board, division, request.viewer?.companyId)
  return found instanceof Promise
    ? found.then((read) => sendPage(read, query, request, reply))
    : sendPage(found, query, request, reply)
}

function sendPage(
  { view, division }: Pick<SideBoard, 'view' | 'division'>,
  query: PageQuery,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const list = nameList({ board: query.board ?? 'official', division: division?.key, q: query.q })
  const page = leaderboards.readPage(view, query, list)
  reply.header('x-total-count', page.total)
  if (page.lastPlace !== undefined)
    reply.header('link', `<${addressAfter(query, cursorOf(list, page.lastPlace))}>; rel="next"`)
  return sendEncoded(page.reply, request, reply)
}

/** As text: `URLSearchParams` takes a thirtieth of the whole answer. A cursor needs no escaping. */
function addressAfter({ q, board, division, limit = leaderboardPageSize }: PageQuery, cursor: string): string {
  let address = `/api${readLeaderboard.path}?limit=${limit}&cursor=${cursor}`
  if (board) address += `&board=${board}`
  if (division) address += `&division=${encodeURIComponent(division)}`
  if (q) address += `&q=${encodeURIComponent(q)}`
  return address
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
