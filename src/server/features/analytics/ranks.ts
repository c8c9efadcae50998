import type { CompanyAnalytics } from '#contract/analytics/endpoints.ts'
import { listDays, type Period } from '#contract/analytics/period.ts'
import { rankByDay } from '#contract/analytics/rank-by-day.ts'
import type { Db } from '#server/platform/database/client.ts'
import { listPointSteps } from './ranks-store.ts'

/** The company's rank at the end of each day of the period that has begun. No other company is named. */
export async function readRanks(
  db: Db,
  companyId: string,
  period: Period,
  today: string,
): Promise<CompanyAnalytics['ranks']> {
  const dates = listDays(period).filter((date) => date <= today)
  const to = dates.at(-1)
  if (to === undefined) return []
  const steps = await listPointSteps(db, { from: period.from, to })
  const own = steps.get(companyId) ?? { days: [], points: [] }
  steps.delete(companyId)
  const ranks = rankByDay(own, steps.values(), dates.length)
  return dates.map((date, index) => ({ date, ...(ranks[index] ?? { rank: null, points: 0 }) }))
}
