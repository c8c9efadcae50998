import { type ReviewService, reviewTimeHours } from '#contract/analytics/endpoints.ts'
import { findPercentilePlace, interpolate } from '#contract/analytics/formulas.ts'
import type { Period } from '#contract/analytics/period.ts'
import { shareOfPeople } from '#contract/analytics/suppression.ts'
import { minutes } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/client.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './reviews-store.ts'

const noReason = 'No reason given'

/** How long proofs wait and waited for a decision, and what the decisions were. */
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

/** Counts up to each time become counts between two. */
const groupTimes = ({ decisions, within }: store.ReviewTimes): ReviewService['decided']['times'] =>
  [...within, decisions].map((count, index) => ({
    underHours: reviewTimeHours[index] ?? null,
    proofs: count - (within[index - 1] ?? 0),
  }))

/**
 * How many wait is known by day, so only the days in which the percentiles are have to be read. The longest wait is the first
 * submission: times of waiting go the other way round than times of submission.
 */
async function readWaiting(db: Db, timeZone: string, now: Date): Promise<ReviewService['waiting']> {
  const days = await store.listWaitingDays(db, timeZone)
  const proofs = days.reduce((sum, { waiting }) => sum + waiting, 0)
  if (proofs === 0) return { proofs: 0, median: null, p90: null, oldest: null }
  const median = findPercentilePlace(proofs, 0.5)
  const p90 = findPercentilePlace(proofs, 0.9)
  const waits = [proofs - 1, median.below, median.above, p90.below, p90.above]
  const submissions = await store.findSubmissions(
    db,
    timeZone,
    waits.map((place) => findDay(days, proofs - 1 - place)),
  )
  const waited = (index: number) => Math.max(0, now.getTime() - (submissions[index] ?? now.getTime()))
  return {
    proofs,
    median: Math.round(interpolate(waited(1), waited(2), median.part)),
    p90: Math.round(interpolate(waited(3), waited(4), p90.part)),
    oldest: Math.round(waited(0)),
  }
}

/** The day of the proof at this place among all, and its place among those of the day. */
function findDay(days: store.WaitingDay[], place: number): store.WaitingPlace {
  let skip = place
  for (const { day, waiting } of days) {
    if (skip < waiting) return { day, skip }
    skip -= waiting
  }
  throw new Error('fewer proofs wait than were counted')
}
