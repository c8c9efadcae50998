import { daysInThird } from '#contract/analytics/formulas.ts'
import { addDays, countDays, dayNumber, listDays, type Period } from '#contract/analytics/period.ts'
import type { DaySteps, DaysOfCompanies } from './days-in-memory.ts'

export type DaySums = { date: string; points: number; calories: number; activeCompanies: number }
export type CompanySums = {
  points: number
  calories: number
  approved: number
  activeDays: number
  firstThird: number
  lastThird: number
}

/** Every day of the period, those on which nothing happened too. */
export function sumByDay(companies: DaysOfCompanies, period: Period): DaySums[] {
  const sums = listDays(period).map((date) => ({ date, points: 0, calories: 0, activeCompanies: 0 }))
  const first = dayNumber(period.from)
  for (const { days, points, calories, approved } of companies.values()) {
    // By number: an iterator makes an object for each of 100,000 steps.
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

/** Of every company with a day in memory, also where none is in the period. */
export function sumByCompany(companies: DaysOfCompanies, period: Period): Map<string, CompanySums> {
  const third = daysInThird(countDays(period))
  const bounds = {
    ...{ first: dayNumber(period.from), last: dayNumber(period.to) },
    ...{ secondThird: dayNumber(addDays(period.from, third)), lastThird: dayNumber(addDays(period.to, -third)) },
  }
  const sums = new Map<string, CompanySums>()
  for (const [id, steps] of companies) sums.set(id, sumOf(steps, bounds))
  return sums
}

type Bounds = { first: number; last: number; secondThird: number; lastThird: number }

function sumOf({ days, points, calories, approved }: DaySteps, { first, last, secondThird, lastThird }: Bounds) {
  const sums = { points: 0, calories: 0, approved: 0, activeDays: 0, firstThird: 0, lastThird: 0 }
  for (let step = 0; step < days.length; step++) {
    const day = days[step] ?? 0
    if (day < first || day > last) continue
    const earned = points[step] ?? 0
    const proofs = approved[step] ?? 0
    sums.points += earned
    sums.calories += calories[step] ?? 0
    sums.approved += proofs
    if (proofs > 0) sums.activeDays++
    if (day < secondThird) sums.firstThird += earned
    if (day > lastThird) sums.lastThird += earned
  }
  return sums
}
