import { countText } from '#client/platform/formats/amounts.ts'
import type { EventAnalytics } from '#contract/analytics/endpoints.ts'

type Arrivals = EventAnalytics['arrivals']

const quarter = 15 * 60_000
/** 96 quarters are one day; arrivals over a longer time are charted without the empty quarters. */
const mostQuarters = 96

/** Every quarter of an hour from the first arrival to the last, including empty ones. */
export function fillArrivals(arrivals: Arrivals): Arrivals {
  const [first, last] = [arrivals[0], arrivals.at(-1)]
  if (!first || !last) return []
  const start = Date.parse(first.at)
  const count = Math.round((Date.parse(last.at) - start) / quarter) + 1
  if (count > mostQuarters) return arrivals
  const known = new Map(arrivals.map(({ at, count }) => [Date.parse(at), count]))
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * quarter
    return { at: new Date(at).toISOString(), count: known.get(at) ?? 0 }
  })
}

export function summarizeArrivals(arrivals: Arrivals, nameOf: (at: string) => string): string {
  const [most] = arrivals.toSorted((one, other) => other.count - one.count)
  if (!most) return 'No one has arrived yet.'
  return `Most on ${nameOf(most.at)}: ${countText(most.count, ['person', 'people'])}.`
}
