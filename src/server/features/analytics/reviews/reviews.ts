import { type ReviewService, reviewTimeHours } from '#contract/analytics/endpoints.ts'
import { findPercentilePlace, interpolate } from '#contract/analytics/formulas.ts'
import type { Period } from '#contract/analytics/period.ts'
import { shareOfPeople } from '#contract/analytics/suppression.ts'
import { minutes } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/client.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './reviews-store.ts'

const noReason = 'No reason given'

/** Reads waiting times and decisions of proofs. */
export async function readReviewService(
  db: Db,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  period: Period,
): Promise<ReviewService> {
  const zoned = { period, timeZone: config.timeZone }
  const waiting = await readWaiting(db, config.timeZone, clock.now())
  const times = (await store.findReviewTimes(db, zoned)) ?? noTimes
  const rejections = await store.listRejections(db, zoned)
  return {
    waiting,
    decided: {
      proofs: times.decisions,
      median: toDuration(times.decisions, 0.5, times.medianBelow, times.medianAbove),
      p90: toDuration(times.decisions, 0.9, times.p90Below, times.p90Above),
      times: groupTimes(times),
    },
    firstTries: {
      proofs: times.firstTries,
      approvedShare: shareOfPeople(times.firstTriesApproved, times.firstTries),
    },
    rejections: rejections.map(({ reason, proofs }) => ({ reason: reason || noReason, proofs })),
    reversals: await store.countReversals(db, zoned),
  }
}

const noTimes: store.ReviewTimes = {
  ...{ decisions: 0, firstTries: 0, firstTriesApproved: 0 },
  ...{ medianBelow: null, medianAbove: null, p90Below: null, p90Above: null },
  within: reviewTimeHours.map(() => 0),
}

function toDuration(decisions: number, fraction: number, below: number | null, above: number | null): number | null {
  if (below === null || above === null) return null
  return Math.round(minutes(interpolate(below, above, findPercentilePlace(decisions, fraction).part)))
}

/** Turns cumulative counts into counts per interval. */
const groupTimes = ({ decisions, within }: store.ReviewTimes): ReviewService['decided']['times'] =>
  [...within, decisions].map((count, index) => ({
    underHours: reviewTimeHours[index] ?? null,
    proofs: count - (within[index - 1] ?? 0),
  }))

/**
 * Daily counts locate the percentiles, so only their days are read. Waiting times have the reverse order of submission
 * times, so the first submission has the longest wait.
 */
async function readWaiting(db: Db, timeZone: string, now: Date): Promise<ReviewService['waiting']> {
  const days = await store.listWaitingDays(db, timeZone)
  const proofs = days.reduce((sum, { waiting }) => sum + waiting, 0)
  if (proofs === 0) return { proofs: 0, median: null, p90: null, oldest: null }
  const median = findPercentilePlace(proofs, 0.5)
  const p90 = findPercentilePlace(proofs, 0.9)
  const waits = [proofs - 1, p90.above, p90.below, median.above, median.below]
  const withHidden = days.some(({ hidden }) => hidden > 0)
  const places = [...new Set(waits.map((wait) => proofs - 1 - wait))].sort((a, b) => a - b)
  const submissions = await store.findSubmissions(db, { timeZone, withHidden }, groupByDay(days, places))
  const waited = (wait: number) =>
    Math.max(0, now.getTime() - (submissions[places.indexOf(proofs - 1 - wait)] ?? now.getTime()))
  return {
    proofs,
    median: Math.round(interpolate(waited(median.below), waited(median.above), median.part)),
    p90: Math.round(interpolate(waited(p90.below), waited(p90.above), p90.part)),
    oldest: Math.round(waited(proofs - 1)),
  }
}

/**
 * Merges adjacent places on the same day into a single read; the two neighbours of a percentile are mostly adjacent.
 */
function groupByDay(days: store.WaitingDay[], places: number[]): store.WaitingPlaces[] {
  const groups: store.WaitingPlaces[] = []
  for (const place of places) {
    const { day, skip } = findDay(days, place)
    const last = groups.at(-1)
    if (last?.day === day && last.skip + last.count === skip) last.count++
    else groups.push({ day, skip, count: 1 })
  }
  return groups
}

/** Finds the day of the proof at this overall place, and its place within the day. */
function findDay(days: store.WaitingDay[], place: number): { day: string; skip: number } {
  let skip = place
  for (const { day, waiting } of days) {
    if (skip < waiting) return { day, skip }
    skip -= waiting
  }
  throw new Error('fewer proofs wait than were counted')
}
