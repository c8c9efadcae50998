import { amount } from '#client/platform/formats/amounts.ts'
import { formatLongDay } from '#contract/analytics/day-texts.ts'
import type { CompanyAnalytics } from '#contract/analytics/endpoints.ts'

export type RankOfDay = CompanyAnalytics['ranks'][number]

export const rankText = (rank: number | null) => (rank === null ? 'no rank' : `rank ${amount(rank)}`)

/** A company's rank on its first ranked day, now, and on its best day. */
export function describeRanks(ranks: RankOfDay[]): string {
  const ranked = ranks.flatMap(({ date, rank }) => (rank === null ? [] : [{ date, rank }]))
  const first = ranked[0]
  const last = ranked.at(-1)
  if (!first || !last) return 'A rank comes with the first points.'
  if (ranks.at(-1)?.rank === null)
    return `Last ${rankText(last.rank)} on ${formatLongDay(last.date)}; without points there is no rank.`
  const best = Math.min(...ranked.map(({ rank }) => rank))
  const worst = Math.max(...ranked.map(({ rank }) => rank))
  if (ranked.length === 1) return `${capitalize(rankText(last.rank))} on ${formatLongDay(last.date)}.`
  if (best === worst) return `${capitalize(rankText(best))} on every day with points.`
  const course =
    first.rank === last.rank
      ? `At ${rankText(last.rank)} again`
      : `From ${rankText(first.rank)} to ${rankText(last.rank)}`
  if (best === last.rank) return `${course}, the best so far.`
  const bestDay = ranked.find(({ rank }) => rank === best)
  return `${course}; the best was ${rankText(best)} on ${formatLongDay(bestDay?.date ?? last.date)}.`
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Picks the ranks to label: all if there is room, else the best and, without an overlap, the last. */
export function pickRankLabels(ranks: (number | null)[], slotWidth: number, labelWidth: number): Set<number> {
  if (slotWidth >= labelWidth) return new Set(ranks.keys())
  const known = ranks.flatMap((rank) => (rank === null ? [] : [rank]))
  if (known.length === 0) return new Set()
  const best = ranks.indexOf(Math.min(...known))
  const last = ranks.length - 1
  return (last - best) * slotWidth >= labelWidth ? new Set([best, last]) : new Set([best])
}

/** Segments of the line: consecutive days with a rank. */
export function findRankedRuns(ranks: (number | null)[]): number[][] {
  const runs: number[][] = []
  for (const [index, rank] of ranks.entries()) {
    if (rank === null) continue
    const run = runs.at(-1)
    if (run?.at(-1) === index - 1) run.push(index)
    else runs.push([index])
  }
  return runs
}

/** True if both neighbours have a better rank, so that a label above the mark would cross the line. */
export function isValley(ranks: (number | null)[], index: number): boolean {
  const rank = ranks[index] ?? 0
  return [ranks[index - 1], ranks[index + 1]].every((beside) => typeof beside === 'number' && beside < rank)
}
