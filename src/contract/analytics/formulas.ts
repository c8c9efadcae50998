import { addDays, countDays, daysOver, type Period } from './period.ts'
import { isHidden, shareOfPeople } from './suppression.ts'

/** Null for a zero denominator: an undefined share is not a share of zero. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)

/** Zero while no company takes part. */
export const reach = (activeCompanies: number, companies: number): number => shareOf(activeCompanies, companies) ?? 0

/** A rejected proof may be retried after its task was archived, so approved proofs can outnumber open tasks. */
export function completion(approvedProofs: number, openTasks: number): number | null {
  const share = shareOf(approvedProofs, openTasks)
  return share === null ? null : Math.min(1, share)
}

export const consistency = (activeDays: number, days: number): number | null => shareOf(activeDays, days)

export type Thirds = { first: Period; last: Period }

/**
 * The first and last third of the days for a trend; spare days go to the middle. The current day is excluded, because
 * half a day would look like a fall. Undefined for fewer than three finished days.
 */
export function findThirds(period: Period, today: string): Thirds | undefined {
  const over = daysOver(period, today)
  const third = over ? Math.floor(countDays(over) / 3) : 0
  if (!over || third === 0) return undefined
  return {
    first: { from: over.from, to: addDays(over.from, third - 1) },
    last: { from: addDays(over.to, 1 - third), to: over.to },
  }
}

/** Null when the first third earned no points: growth from zero is undefined. */
export const momentum = (firstThird: number, lastThird: number): number | null =>
  firstThird > 0 ? (lastThird - firstThird) / firstThird : null

/**
 * Counts consecutive active days up to the last one. An inactive last day does not end a streak, since it is not over.
 */
export function streak(isActive: boolean[]): number {
  const days = isActive.at(-1) ? isActive : isActive.slice(0, -1)
  const lastQuiet = days.lastIndexOf(false)
  return days.length - 1 - lastQuiet
}

/** The interpolation place of a percentile: the indexes of both neighbours, from 0, and the fraction between them. */
export function findPercentilePlace(count: number, fraction: number): { below: number; above: number; part: number } {
  const place = (count - 1) * fraction
  const below = Math.floor(place)
  return { below, above: Math.ceil(place), part: place - below }
}

export const interpolate = (below: number, above: number, part: number): number => below + (above - below) * part

/** Interpolates linearly between neighbours, as PostgreSQL's `percentile_cont` does. */
export function percentile(values: number[], fraction: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const place = findPercentilePlace(sorted.length, fraction)
  const [below, above] = [sorted[place.below], sorted[place.above]]
  return below === undefined || above === undefined ? null : interpolate(below, above, place.part)
}

export const median = (values: number[]): number | null => percentile(values, 0.5)

export const p90 = (values: number[]): number | null => percentile(values, 0.9)

export const taskSuccess = (approved: number, rejected: number): number | null => shareOf(approved, approved + rejected)

type Contributors = { devices: number; accounts: number }

/**
 * Capped at the team size: one person may use two devices, and a team may be larger than its profile. Null for small
 * teams, and without devices of colleagues: one account may upload for everybody.
 */
export function peopleReached({ devices, accounts }: Contributors, teamSize: number): number | null {
  if (devices === 0) return null
  const share = shareOfPeople(devices + accounts, teamSize)
  return share === null ? null : Math.min(1, share)
}

type EventCounts = { pending: number; approved: number; rejected: number; checkedIn: number }

/** The funnel from registration to check-in. No-shows count only after the event has ended. */
export function eventFunnel({ pending, approved, rejected, checkedIn }: EventCounts, hasEnded: boolean) {
  const registered = pending + approved + rejected
  // When a share is suppressed, so are its parts: readers could compute it from them.
  const hidesApproved = isHidden(registered)
  const hidesCheckedIn = hidesApproved || isHidden(approved)
  return {
    registered,
    approved: hidesApproved ? null : approved,
    checkedIn: hidesCheckedIn ? null : checkedIn,
    noShows: hasEnded && !hidesCheckedIn ? approved - checkedIn : null,
    approvedShare: shareOfPeople(approved, registered),
    attendance: hidesCheckedIn ? null : shareOfPeople(checkedIn, approved),
  }
}
