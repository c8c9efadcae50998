import { countText } from '#client/platform/formats/amounts.ts'
import type { ReviewService } from '#contract/analytics/endpoints.ts'
import { formatNumber } from '#contract/analytics/number-texts.ts'

const proofs = (count: number) => countText(count, ['proof', 'proofs'])
const timeOf = (duration: number | null) => formatNumber('duration', duration)

/** Describes past and present waiting times in one or two sentences. */
export function describeReviews({ waiting, decided }: Pick<ReviewService, 'waiting' | 'decided'>): string {
  return `${describeDecided(decided)} ${describeWaiting(waiting)}`
}

function describeDecided({ proofs: count, median, p90 }: ReviewService['decided']): string {
  if (count === 0) return 'No proof was reviewed in this period.'
  if (count === 1) return `1 proof was reviewed after ${timeOf(median)}.`
  return `Half of ${proofs(count)} were reviewed within ${timeOf(median)}, nine of ten within ${timeOf(p90)}.`
}

function describeWaiting({ proofs: count, oldest }: ReviewService['waiting']): string {
  if (count === 0) return 'None waits now.'
  if (count === 1) return `1 waits now, for ${timeOf(oldest)}.`
  return `${countText(count, ['waits', 'wait'])} now, the oldest for ${timeOf(oldest)}.`
}

type TimeGroup = ReviewService['decided']['times'][number]

/** "Under 1 h", "1 to 4 h", "24 to 48 h", "48 h or more". */
export function nameTimes(times: TimeGroup[]): { name: string; tick: string[]; proofs: number }[] {
  return times.map(({ underHours, proofs }, index) => {
    const from = times[index - 1]?.underHours ?? 0
    if (underHours === null) return { name: `${from} h or more`, tick: [`${from} h`, 'or more'], proofs }
    if (from === 0) return { name: `Under ${underHours} h`, tick: ['under', `${underHours} h`], proofs }
    return { name: `${from} to ${underHours} h`, tick: [`${from} to`, `${underHours} h`], proofs }
  })
}
