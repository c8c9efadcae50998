import { isOver } from '#contract/events/rules.ts'
import * as events from '#server/features/events/service.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as attendeeLink from '../attendee-link/attendee-link.ts'
import { publishChanges } from '../changes.ts'
import { confirmedNow, holdsPlace, isRowUnconfirmed } from '../conditions-store.ts'
import { postStatus } from '../mails/resend.ts'
import * as store from '../store.ts'

/** A confirmation in time keeps the place; a late one takes a free place or joins the waiting list. */
export async function confirm(platform: Platform, key: string, token: string): Promise<attendeeLink.AttendeeView> {
  const { event: seen, row: opened } = await attendeeLink.open(platform, key, token)
  const confirmed = await platform.db.transaction(async (tx) => {
    const { places, now } = await events.lockFreePlaces(tx, platform.clock, [seen.id])
    const event = places.get(seen.id)?.event ?? (await events.lock(tx, seen.id))
    const row = event && (await store.lock(tx, event.id, opened.id))
    if (!event || !row) throw new Problem('registration-gone')
    if (!isRowUnconfirmed(row)) return row
    if (event.cancelledAt) throw new Problem('event-cancelled')
    if (isOver(event, now)) throw new Problem('registration-closed')
    const free = places.get(event.id)?.free ?? Number.POSITIVE_INFINITY
    const kept = await store.update(tx, row.id, {
      ...confirmedNow,
      ...(holdsPlace(row, now) ? {} : registeredAt(now, free)),
    })
    const updated = await postStatus(tx, platform, event, kept, now)
    await events.offerPlacesSoon(tx, event, now)
    await publishChanges(tx, event.id)
    return updated
  })
  return attendeeLink.show(platform, seen, confirmed)
}

/** A late confirmation counts as registered now, because people who registered meanwhile have their places. */
const registeredAt = (now: Date, free: number) => ({ registeredAt: now, waitingSince: free > 0 ? null : now })
