import type { FastifyInstance } from 'fastify'
import {
  explainRank,
  listDivisions,
  readLeaderboard,
  readLeaderboardSummary,
  setDivisions,
} from '#contract/leaderboard/endpoints.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { OfficialBoard } from './official-board.ts'
import { readPage } from './pages.ts'
import * as leaderboards from './service.ts'
import { type SideBoard, SideBoards } from './side-boards/side-boards.ts'
import { WholeBoard } from './whole-board.ts'

export function leaderboardRoutes(app: FastifyInstance, platform: Platform) {
  const official = new OfficialBoard(platform)
  const sideBoards = new SideBoards(platform, official)
  const wholeBoard = new WholeBoard()
  app.addHook('onClose', async () => official.stop())

  route(app, readLeaderboard, async ({ query, viewer, reply }) => {
    if (Object.keys(query).length === 0) return wholeBoard.read(await official.read())
    const { board: kind = 'official' } = query
    const { board, division }: SideBoard =
      kind === 'official'
        ? { board: await official.read() }
        : await sideBoards.find(kind, query.division, viewer.companyId)
    const page = readPage(board, query, division?.key)
    reply.header('x-total-count', page.total)
    if (page.next) reply.header('link', `<${page.next}>; rel="next"`)
    return page.reply
  })

  route(app, readLeaderboardSummary, async ({ query: { board = 'official', division, q }, viewer }) =>
    board === 'official'
      ? leaderboards.summarise(await official.read(), viewer.companyId, q)
      : leaderboards.summariseSideBoard(await sideBoards.find(board, division, viewer.companyId), viewer.companyId, q),
  )

  route(app, listDivisions, () => leaderboards.listDivisions(platform))

  route(app, setDivisions, ({ body, viewer, platform }) => leaderboards.setDivisions(platform, viewer, body.divisions))

  route(app, explainRank, async ({ params: { id }, query: { board = 'official' } }) =>
    board === 'official'
      ? leaderboards.explain(platform, await official.read(), id)
      : // The division of this company, not of the viewer.
        leaderboards.explainOnSideBoard(platform, board, await sideBoards.find(board, undefined, id), id),
  )
}
