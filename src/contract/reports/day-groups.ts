import type { ReportDay, ReportDayGroup } from './numbers.ts'

/** The number of rows that fit on the page of the days, below its charts. */
export const mostDayRows = 31

/** Groups days into rows of one or more weeks, so that all rows fit; empty if every day has a row. */
export function groupDays(days: ReportDay[]): ReportDayGroup[] {
  if (days.length <= mostDayRows) return []
  const weeks = Math.ceil(days.length / 7 / mostDayRows)
  const size = weeks * 7
  return Array.from({ length: Math.ceil(days.length / size) }, (_, nth) =>
    toGroup(days.slice(nth * size, (nth + 1) * size)),
  )
}

function toGroup(days: ReportDay[]): ReportDayGroup {
  const sumOf = (name: 'points' | 'calories' | 'proofs') => days.reduce((sum, day) => sum + day[name], 0)
  return {
    from: days[0]?.date ?? '',
    to: days.at(-1)?.date ?? '',
    participation: Math.max(...days.map((day) => day.participation)),
    points: sumOf('points'),
    calories: sumOf('calories'),
    proofs: sumOf('proofs'),
  }
}
