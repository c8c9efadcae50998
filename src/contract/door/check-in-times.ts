import { z } from 'zod'
import { instant } from '../common.ts'

export const CheckInTimes = z.object({
  /** Derived from the event's dates and settings; null for an event without a date. */
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  /** Set while an administrator has opened check-in by hand. */
  openedUntil: instant.nullable(),
  /** Set once the event was cancelled: check-in stays closed from then on. */
  cancelledAt: instant.optional(),
})
export type CheckInTimes = z.output<typeof CheckInTimes>

/** Check-in opened by hand closes by itself: a try-out must not stay open for weeks. */
export const openedByHandHours = 24

type Times<Moment> = {
  opensAt: Moment | null
  closesAt: Moment | null
  openedUntil?: Moment | null
  cancelledAt?: Moment
}
export type Closure<Moment = string> = { opensAt?: Moment; closedAt?: Moment; cancelledAt?: Moment }

/** True when check-in is open only because an administrator opened it. */
export const isOpenedByHand = <Moment extends Date | string>(times: Times<Moment>, at: Date): boolean =>
  findClosure(times, at) === undefined && findClosure({ ...times, openedUntil: null }, at) !== undefined

/** Undefined while check-in is open. Both moments are missing for an event without a date. */
export function findClosure<Moment extends Date | string>(
  { opensAt, closesAt, openedUntil, cancelledAt }: Times<Moment>,
  at: Date,
): Closure<Moment> | undefined {
  const isBefore = (moment: Moment) => at < new Date(moment)
  if (cancelledAt && !isBefore(cancelledAt)) return { cancelledAt }
  if (openedUntil && isBefore(openedUntil)) return undefined
  if (!opensAt || !closesAt) return {}
  if (isBefore(opensAt)) return { opensAt }
  return isBefore(closesAt) ? undefined : { closedAt: closesAt }
}
