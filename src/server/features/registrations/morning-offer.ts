import { endOfOffer } from '#contract/events/rules.ts'
import type { Event } from '#server/features/events/service.ts'
import { endOfQuietHours } from '#server/platform/mail/quiet-hours.ts'
import { isRowUnconfirmed } from './conditions-store.ts'
import type { Row } from './store.ts'

/**
 * When the quiet hours end for an attendee who is next on the waiting list and gets the offer then. Requires a row that
 * is no longer beyond the capacity.
 */
export function findMorningOffer(event: Event, row: Row, now: Date, timeZone: string): Date | undefined {
  const isNext = row.status === 'pending' && !isRowUnconfirmed(row) && row.waitingSince !== null && !row.offeredAt
  if (!isNext || event.capacity === null || event.cancelledAt || !event.isActive) return undefined
  const morning = endOfQuietHours(now, timeZone)
  return morning && endOfOffer(event, morning) ? morning : undefined
}
