import { findThirds } from '#contract/analytics/formulas.ts'
import { dayNumber, listDays, type Period } from '#contract/analytics/period.ts'
import type { DaySteps, DaysOfCompanies } from './days-in-memory.ts'

type DaySums = { date: string; points: number; calories: number; activeCompanies: number }
export type CompanySums = {
  points: number
  calories: number
  approved: number
  activeDays: number
  /** Points of the two thirds that a trend compares; 0 if the period has too few days. */
  firstThird: number
  lastThird: number
}

/** Returns every day of the period, including days without activity. */
export function sumByDay(companies: DaysOfCompanies, period: Period): DaySums[] {
  const sums = listDays(period).map((date) => ({ date, points: 0, calories: 0, activeCompanies: 0 }))
  const first = dayNumber(period.from)
  for (const { days, points, calories, approved } of companies.values()) {
    // Loops by index, because an iterator would allocate an object for each of 100,000 steps.
    for (let step = 0; step < days.length; step++) {
      const sum = sums[(days[step] ?? 0) - first]
      if (!sum) continue
      sum.points += points[step] ?? 0
      sum.calories += calories[step] ?? 0
      if ((approved[step] ?? 0) > 0) sum.activeCompanies++
    }
  }
  return sums
}

/** Sums every company in memory, including companies without a day in the period. */
export function sumByCompany(companies: DaysOfCompanies, period: Period, today: string): Map<string, CompanySums> {
  const thirds = findThirds(period, today)
  const bounds = {
    whole: toNumbers(period),
    first: thirds ? toNumbers(thirds.first) : noDays,
    last: thirds ? toNumbers(thirds.last) : noDays,
  }
  const sums = new Map<string, CompanySums>()
  for (const [id, steps] of companies) sums.set(id, sumOf(steps, bounds))
  return sums
}

type DayNumbers = { from: number; to: number }
type Bounds = { whole: DayNumbers; first: DayNumbers; last: DayNumbers }

const toNumbers = ({ from, to }: Period): DayNumbers => ({ from: dayNumber(from), to: dayNumber(to) })
const noDays: DayNumbers = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }

function sumOf({ days, points, calories, approved }: DaySteps, { whole, first, last }: Bounds): CompanySums {
  const sums = { points: 0, calories: 0, approved: 0, activeDays: 0, firstThird: 0, lastThird: 0 }
  for (let step = 0; step < days.length; step++) {
    const day = days[step] ?? 0
    if (day < whole.from || day > whole.to) continue
    const earned = points[step] ?? 0
    const proofs = approved[step] ?? 0
    sums.points += earned
    sums.calories += calories[step] ?? 0
    sums.approved += proofs
    if (proofs > 0) sums.activeDays++
    if (day >= first.from && day <= first.to) sums.firstThird += earned
    if (day >= last.from && day <= last.to) sums.lastThird += earned
  }
  return sums
}
