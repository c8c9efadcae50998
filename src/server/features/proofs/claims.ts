import { after, minutes } from '#server/platform/clock.ts'

const claimLasts = minutes(2)
/** Allowed difference between the clocks of several computers; a clock that was set back differs by more. */
const clocksDiffer = minutes(1)

export const claimEnds = (now: Date) => after(now, claimLasts)

/**
 * The latest end of a claim made now, by any process. A later end means that the clock was set back after the claim.
 */
export const latestClaimEnd = (now: Date) => after(now, claimLasts + clocksDiffer)

export const isClaimed = ({ claimedUntil }: { claimedUntil: Date | null }, now: Date) =>
  claimedUntil !== null && claimedUntil > now && claimedUntil <= latestClaimEnd(now)
