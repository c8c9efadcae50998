/** The duration of an event without a given end, in hours. */
export const defaultDuration = 6

type Moment = Date | string
type Dates = { eventDate: Moment | null; endsAt: Moment | null }

/** The end of the event; undefined while its date is to be announced. */
export function endOf({ eventDate, endsAt }: Dates): Date | undefined {
  if (endsAt) return new Date(endsAt)
  return eventDate ? new Date(new Date(eventDate).getTime() + defaultDuration * 3_600_000) : undefined
}

export function isOver(event: Dates, now: Date): boolean {
  const end = endOf(event)
  return end !== undefined && end <= now
}

/** Hours for which a free place is offered to the waiting list, unless the event says otherwise; 0: never. */
export const defaultOfferHours = 24
export const mostOfferHours = 168

const shortestOfferMs = 15 * 60_000

/**
 * The deadline for accepting a place that is offered now. Near the event it is half of the remaining time, so that the
 * next person has a chance. Undefined when no time is left.
 */
export function endOfOffer(
  { eventDate, offerHours }: { eventDate: Moment | null; offerHours: number },
  now: Date,
): Date | undefined {
  const offerMs = offerHours * 3_600_000
  const left = eventDate === null ? Number.POSITIVE_INFINITY : new Date(eventDate).getTime() - now.getTime()
  if (offerMs === 0 || left < 2 * shortestOfferMs) return undefined
  return new Date(now.getTime() + Math.max(shortestOfferMs, Math.min(offerMs, left / 2)))
}

/** Open until the event is over or cancelled; `active` is checked elsewhere. */
export const isRegistrationOpen = (event: Dates & { cancelledAt: Moment | null }, now: Date) =>
  event.cancelledAt === null && !isOver(event, now)

/** When people must confirm their email address to keep a place at an event with a capacity. */
export const confirmationChoices = ['off', 'nearly-full', 'always'] as const
export type ConfirmationChoice = (typeof confirmationChoices)[number]
export const defaultConfirmation: ConfirmationChoice = 'nearly-full'

/** Up to this many registrations from one network address within an hour need no confirmation. */
const mostUnasked = 10

/** With `nearly-full`: the last fifth of the places, or the last ten, and many registrations from one address. */
export function needsConfirmation(
  { confirmation, capacity }: { confirmation: ConfirmationChoice; capacity: number },
  { free, fromSameAddress }: { free: number; fromSameAddress: number },
): boolean {
  if (confirmation !== 'nearly-full') return confirmation === 'always'
  return free <= Math.max(capacity / 5, 10) || fromSameAddress > mostUnasked
}

/** The limit of unconfirmed registrations per network address: more than an office or a hall has at once. */
export const mostUnconfirmed = (capacity: number): number => Math.max(60, capacity / 2)
