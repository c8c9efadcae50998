import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#client/platform/requests/api.ts'
import { readAnalyticsOverview, readCompanyAnalytics } from '#contract/analytics/endpoints.ts'

export type PeriodQuery = { from?: string; to?: string }

/** Keeps the previous period's numbers as a placeholder. */
export const analyticsOverview = (period: PeriodQuery) =>
  queryOptions({
    queryKey: ['analytics', 'overview', period],
    queryFn: () => call(readAnalyticsOverview, { query: period }),
    placeholderData: keepPreviousData,
    meta: { topics: ['leaderboard', 'proofs', 'tasks', 'companies', 'events'] },
  })

/**
 * A company's analytics, under its topic. Other companies' points do not invalidate them: all dashboards would request
 * medians at once, which hardly change.
 */
export const companyAnalytics = (id: string) =>
  queryOptions({
    queryKey: ['companies', id, 'analytics'],
    queryFn: () => call(readCompanyAnalytics, { params: { id }, query: {} }),
    meta: { topics: ['tasks'] },
  })
