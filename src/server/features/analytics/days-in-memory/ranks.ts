import type { CompanyAnalytics } from '#contract/analytics/endpoints.ts'
import { dayNumber, listDays, type Period } from '#contract/analytics/period.ts'
import { rankByDay } from '#contract/analytics/rank-by-day.ts'
import type { DaysOfCompanies } from './days-in-memory.ts'

/** Computes the company's rank at the end of each day of the period so far. Names no other company. */
export function findRanks(
  companies: DaysOfCompanies,
  companyId: string,
  period: Period,
  today: string,
): CompanyAnalytics['ranks'] {
  const dates = listDays(period).filter((date) => date <= today)
  const companyDays = companies.get(companyId) ?? { days: [], points: [] }
  // The others include the company itself, which is harmless: it is never ahead of itself.
  const ranks = rankByDay(companyDays, companies.values(), { firstDay: dayNumber(period.from), dayCount: dates.length })
  return dates.map((date, index) => ({ date, ...(ranks[index] ?? { rank: null, points: 0 }) }))
}
