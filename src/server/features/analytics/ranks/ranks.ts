import type { CompanyAnalytics } from '#contract/analytics/endpoints.ts'
import { dayNumber, listDays, type Period } from '#contract/analytics/period.ts'
import { type PointSteps, rankByDay } from '#contract/analytics/rank-by-day.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './ranks-store.ts'

/**
 * Keeps what every listed company earned by day in memory and brings it forward by what changed, as the leaderboard does
 * (docs/decisions/0026): every change of points is one of the company's row too, and noted with its transaction. A state that the
 * database had, and never one from before the question.
 */
export class PointsByDay {
  readonly #platform: Pick<Platform, 'db' | 'signals'>
  #steps = new Map<string, PointSteps>()
  #reading: Promise<unknown> = Promise.resolve()
  #timeZone: string | null = null
  /** The oldest transaction that may not have been seen; undefined: read everything. */
  #unseenFrom: bigint | undefined
  #gaps = 0

  constructor(platform: Pick<Platform, 'db' | 'signals'>) {
    this.#platform = platform
    platform.signals.on(({ topics }) => {
      // On another server after a failover what was seen before says nothing.
      if (!topics?.includes('everything')) return
      this.#gaps++
      this.#unseenFrom = undefined
    })
  }

  /** Not to be kept: what others read later brings the same map forward. */
  read(): Promise<ReadonlyMap<string, PointSteps>> {
    // One after the other: an answer must not overwrite a newer one.
    const reading = this.#reading.then(() => this.#bringForward())
    this.#reading = reading.catch(() => undefined)
    return reading
  }

  async #bringForward() {
    const since = this.#unseenFrom
    if (since !== undefined) {
      const changed = await store.listChangedSteps(this.#platform.db, since)
      // Only a database that was put back to an earlier state counts backwards; another time zone has other days.
      const isContinued =
        changed.unseenFrom >= since && changed.timeZone === this.#timeZone && this.#unseenFrom !== undefined
      if (isContinued) return this.#apply(changed)
    }
    const gaps = this.#gaps
    const all = await store.listSteps(this.#platform.db)
    this.#steps = new Map()
    this.#apply(all)
    if (this.#gaps !== gaps) this.#unseenFrom = undefined
    return this.#steps
  }

  #apply({ companies, unseenFrom, timeZone }: store.ReadSteps) {
    for (const { companyId, steps } of companies) {
      if (steps) this.#steps.set(companyId, steps)
      else this.#steps.delete(companyId)
    }
    this.#unseenFrom = unseenFrom
    this.#timeZone = timeZone
    return this.#steps
  }
}

/** The company's rank at the end of each day of the period that has begun. No other company is named. */
export function findRanks(
  steps: ReadonlyMap<string, PointSteps>,
  companyId: string,
  period: Period,
  today: string,
): CompanyAnalytics['ranks'] {
  const dates = listDays(period).filter((date) => date <= today)
  const own = steps.get(companyId) ?? { days: [], points: [] }
  // With its own steps among the others: nobody is ahead of itself.
  const ranks = rankByDay(own, steps.values(), { firstDay: dayNumber(period.from), dayCount: dates.length })
  return dates.map((date, index) => ({ date, ...(ranks[index] ?? { rank: null, points: 0 }) }))
}
