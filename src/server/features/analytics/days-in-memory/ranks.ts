import type { CompanyAnalytics } from '#contract/analytics/endpoints.ts'
import { dayNumber, listDays, type Period } from '#contract/analytics/period.ts'
import { rankByDay } from '#contract/analytics/rank-by-day.ts'
import type { DaysOfCompanies } from './days-in-memory.ts'

/** The company's rank at the end of each day of the period that has begun. No other company is named. */
export function findRanks(
  companies: DaysOfCompanies,
  companyId: string,
  period: Period,
  today: string,
): CompanyAnalytics['ranks'] {
  const dates = listDays(period).filter((date) => date <= today)
  const own = companies.get(companyId) ?? { days: [], points: [] }
  // With its own steps among the others: nobody is ahead of itself.
  const ranks = rankByDay(own, companies.values(), { firstDay: dayNumber(period.from), dayCount: dates.length })
  return dates.map((date, index) => ({ date, ...(ranks[index] ?? { rank: null, points: 0 }) }))
}
