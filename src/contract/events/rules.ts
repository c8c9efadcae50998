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

/** Until it is over or cancelled; that it is active is another matter. */
export const isRegistrationOpen = (event: Dates & { cancelledAt: Moment | null }, now: Date) =>
  event.cancelledAt === null && !isOver(event, now)
