import type { FastifyInstance } from 'fastify'
import { exportCompanyAnalytics, readAnalyticsOverview, readCompanyAnalytics } from '#contract/analytics/endpoints.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { PointsByDay } from './ranks/ranks.ts'
import * as analytics from './service.ts'

export function analyticsRoutes(app: FastifyInstance, platform: Platform) {
  const pointsByDay = new PointsByDay(platform)

  route(app, readAnalyticsOverview, ({ query }) => analytics.overview(platform, query))

  route(app, exportCompanyAnalytics, ({ query, viewer, platform }) =>
    analytics.exportCompanies(platform, viewer, query),
  )

  route(app, readCompanyAnalytics, ({ params, query, viewer }) =>
    analytics.ofCompany(platform, pointsByDay, viewer, params.id, query),
  )
}
