/** How long an event lasts whose end is not given, in hours. */
export const usualDuration = 6

type Moment = Date | string
type Dates = { eventDate: Moment | null; endsAt: Moment | null }

/** When it is over; undefined while its date is to be announced. */
export function endOf({ eventDate, endsAt }: Dates): Date | undefined {
  if (endsAt) return new Date(endsAt)
  return eventDate ? new Date(new Date(eventDate).getTime() + usualDuration * 3_600_000) : undefined
}

export function isOver(event: Dates, now: Date): boolean {
  const end = endOf(event)
  return end !== undefined && end <= now
}

/** How long a free place is offered to somebody on the waiting list, in hours, unless the event says otherwise; 0: never. */
export const defaultOfferHours = 24
export const mostOfferHours = 168

const shortestOfferMs = 15 * 60_000

/**
 * Until when a place that is offered now can be taken: near the event half of the time that is left, so that the next one has a
 * chance too. Undefined when there is no time for an offer any more.
 */
export function endOfOffer(
  { eventDate, offerHours }: { eventDate: Moment | null; offerHours: number },
  now: Date,
): Date | undefined {
  const usual = offerHours * 3_600_000
  const left = eventDate === null ? Number.POSITIVE_INFINITY : new Date(eventDate).getTime() - now.getTime()
  if (usual === 0 || left < 2 * shortestOfferMs) return undefined
  return new Date(now.getTime() + Math.max(shortestOfferMs, Math.min(usual, left / 2)))
}

/** Until it is over or cancelled; that it is active is another matter. */
export const isRegistrationOpen = (event: Dates & { cancelledAt: Moment | null }, now: Date) =>
  event.cancelledAt === null && !isOver(event, now)

/** Whether who registers for an event with a capacity has to press the link in an email to keep the place. */
export const confirmationChoices = ['off', 'nearly-full', 'always'] as const
export type ConfirmationChoice = (typeof confirmationChoices)[number]
export const defaultConfirmation: ConfirmationChoice = 'nearly-full'

/** As many registrations from one network address within an hour need no confirmation. */
const mostUnasked = 10

/** With `nearly-full`: the last fifth of the places, or the last ten, and whatever comes in numbers from one address. */
export function needsConfirmation(
  { confirmation, capacity }: { confirmation: ConfirmationChoice; capacity: number },
  { free, fromSameAddress }: { free: number; fromSameAddress: number },
): boolean {
  if (confirmation !== 'nearly-full') return confirmation === 'always'
  return free <= Math.max(capacity / 5, 10) || fromSameAddress > mostUnasked
}

/** So many registrations of one network address may wait for a confirmation: more than an office or a hall has at once. */
export const mostUnconfirmed = (capacity: number): number => Math.max(60, capacity / 2)
