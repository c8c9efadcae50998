import type { FastifyInstance } from 'fastify'
import { searchEverything } from '#contract/search/endpoints.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as search from './service.ts'

export function searchRoutes(app: FastifyInstance, platform: Platform) {
  route(app, searchEverything, ({ query, viewer }) => search.search(platform, viewer, query.q))
}
