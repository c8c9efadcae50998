import { after, minutes } from '#server/platform/clock.ts'

const claimLasts = minutes(2)
/** Clocks of several computers differ a little; one that was set back differs more. */
const clocksDiffer = minutes(1)

export const claimEnds = (now: Date) => after(now, claimLasts)

/** The latest end that a claim made now, at any process, can have. One that ends later was made before the clock was set back. */
export const latestClaimEnd = (now: Date) => after(now, claimLasts + clocksDiffer)

/** Whether somebody looks at the proof now. */
export const isClaimed = ({ claimedUntil }: { claimedUntil: Date | null }, now: Date) =>
  claimedUntil !== null && claimedUntil > now && claimedUntil <= latestClaimEnd(now)
