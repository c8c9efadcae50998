import { dayOf } from '#client/platform/formats/dates.ts'
import { formatShortDay } from '#contract/analytics/day-texts.ts'
import type { Period } from '#contract/analytics/period.ts'
import type { Thirds } from '#contract/leaderboard/endpoints.ts'

// Noon, so that the date is the same day in every zone.
const dayText = (day: string) => dayOf(`${day}T12:00:00Z`)
const monthOf = (day: string) => day.slice(0, 7)
const yearOf = (day: string) => day.slice(0, 4)

/** "1–2 Jun 2026", "31 May – 1 Jun 2026"; of one day, "1 Jun 2026". */
function rangeText({ from, to }: Period): string {
  if (from === to) return dayText(to)
  if (monthOf(from) === monthOf(to)) return `${Number(from.slice(8))}–${dayText(to)}`
  return `${yearOf(from) === yearOf(to) ? formatShortDay(from) : dayText(from)} – ${dayText(to)}`
}

/** "Compared are 1–2 Jun 2026 and 6–7 Jun 2026." */
export function comparedDays(thirds: Thirds | undefined): string {
  return thirds ? `Compared are ${rangeText(thirds.first)} and ${rangeText(thirds.last)}.` : ''
}
