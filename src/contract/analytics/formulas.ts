import { addDays, countDays, daysOver, type Period } from './period.ts'
import { isHidden, shareOfPeople } from './suppression.ts'

/** Null where there is nothing to divide by: no share is not a share of zero. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)

/** Zero while no company takes part. */
export const reach = (activeCompanies: number, companies: number): number => shareOf(activeCompanies, companies) ?? 0

/** A rejected proof may be tried again after its task was archived, so there can be more approved proofs than open tasks. */
export function completion(approvedProofs: number, openTasks: number): number | null {
  const share = shareOf(approvedProofs, openTasks)
  return share === null ? null : Math.min(1, share)
}

export const consistency = (activeDays: number, days: number): number | null => shareOf(activeDays, days)

export type Thirds = { first: Period; last: Period }

/**
 * The days that a trend compares; the days left over are in the middle. Half a day beside whole ones would look like a fall, so
 * only days that are over count. Undefined while these are fewer than three.
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

/** Null where the first third brought nothing that could grow. */
export const momentum = (firstThird: number, lastThird: number): number | null =>
  firstThird > 0 ? (lastThird - firstThird) / firstThird : null

/** Days in a row up to the last one. The last day is not over yet: nothing on it does not end a streak. */
export function streak(isActive: boolean[]): number {
  const days = isActive.at(-1) ? isActive : isActive.slice(0, -1)
  const lastQuiet = days.lastIndexOf(false)
  return days.length - 1 - lastQuiet
}

/** Between which two of so many sorted values a percentile is, counted from 0, and how far on the line from one to the other. */
export function findPercentilePlace(count: number, fraction: number): { below: number; above: number; part: number } {
  const place = (count - 1) * fraction
  const below = Math.floor(place)
  return { below, above: Math.ceil(place), part: place - below }
}

export const interpolate = (below: number, above: number, part: number): number => below + (above - below) * part

/** As `percentile_cont` of PostgreSQL: between two values it is the place on the line from one to the other. */
export function percentile(values: number[], fraction: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const place = findPercentilePlace(sorted.length, fraction)
  const [below, above] = [sorted[place.below], sorted[place.above]]
  return below === undefined || above === undefined ? null : interpolate(below, above, place.part)
}

export const median = (values: number[]): number | null => percentile(values, 0.5)

export const p90 = (values: number[]): number | null => percentile(values, 0.9)

export const taskSuccess = (approved: number, rejected: number): number | null => shareOf(approved, approved + rejected)

/** One person may use two devices, and the team may be larger than the profile says. Null: the team is too small. */
export function peopleReached(contributors: number, teamSize: number): number | null {
  const share = shareOfPeople(contributors, teamSize)
  return share === null ? null : Math.min(1, share)
}

type EventCounts = { pending: number; approved: number; rejected: number; checkedIn: number }

/** From registering to coming. Nobody is missed before the event has ended. */
export function eventFunnel({ pending, approved, rejected, checkedIn }: EventCounts, hasEnded: boolean) {
  const registered = pending + approved + rejected
  // A share that is not shown cannot be computed either: what it is made of is not shown.
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
