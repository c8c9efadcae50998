import type { FastifyInstance } from 'fastify'
import { adjustPoints, listPointEntries } from '#contract/points/endpoints.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as points from './service.ts'

export function pointRoutes(app: FastifyInstance, platform: Platform, taskTitlesOf: points.TaskTitlesOf) {
  route(app, listPointEntries, ({ params, query, viewer }) =>
    points.list(platform, viewer, params.id, query, taskTitlesOf),
  )

  route(app, adjustPoints, ({ params, body, viewer, platform }) => points.adjust(platform, viewer, params.id, body))
}
