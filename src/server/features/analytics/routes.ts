import type { FastifyInstance } from 'fastify'
import {
  exportCompanyAnalytics,
  listTaskProofCounts,
  readAnalyticsOverview,
  readCompanyAnalytics,
} from '#contract/analytics/endpoints.ts'
import { route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { DaysInMemory } from './days-in-memory/days-in-memory.ts'
import * as analytics from './service.ts'

export function analyticsRoutes(app: FastifyInstance, platform: Platform) {
  const days = new DaysInMemory(platform)

  route(app, readAnalyticsOverview, ({ query }) => analytics.overview(platform, days, query))

  route(app, listTaskProofCounts, () => analytics.listTaskProofs(platform))

  route(app, exportCompanyAnalytics, ({ query, viewer, platform }) =>
    analytics.exportCompanies(platform, days, viewer, query),
  )

  route(app, readCompanyAnalytics, ({ params, query, viewer }) =>
    analytics.ofCompany(platform, days, viewer, params.id, query),
  )
}
