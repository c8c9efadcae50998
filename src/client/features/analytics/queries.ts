import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#client/platform/requests/api.ts'
import { readAnalyticsOverview, readCompanyAnalytics } from '#contract/analytics/endpoints.ts'

export type PeriodQuery = { from?: string; to?: string }

/** The numbers of the period before stay until the next ones are here. */
export const analyticsOverview = (period: PeriodQuery) =>
  queryOptions({
    queryKey: ['analytics', 'overview', period],
    queryFn: () => call(readAnalyticsOverview, { query: period }),
    placeholderData: keepPreviousData,
    meta: { topics: ['leaderboard', 'proofs', 'tasks', 'companies', 'events'] },
  })

/**
 * A company's own numbers, below its topic. Not read again whenever another company earns points: every open dashboard would ask
 * for the medians of all at once, and they hardly move.
 */
export const companyAnalytics = (id: string) =>
  queryOptions({
    queryKey: ['companies', id, 'analytics'],
    queryFn: () => call(readCompanyAnalytics, { params: { id }, query: {} }),
    meta: { topics: ['tasks'] },
  })
