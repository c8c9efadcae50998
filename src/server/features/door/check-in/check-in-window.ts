import { findClosure, openedByHandHours } from '#contract/door/check-in-times.ts'
import { endOf } from '#contract/events/rules.ts'
import * as events from '#server/features/events/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import * as store from '../store.ts'

type Event = events.Event

/** An event without a date has no hours: administrators open its check-in by hand. */
function windowOf(event: Event): { opensAt: Date | null; closesAt: Date | null; cancelledAt?: Date } {
  const cancellation = event.cancelledAt ? { cancelledAt: event.cancelledAt } : {}
  const end = endOf(event)
  if (!event.eventDate || !end) return { opensAt: null, closesAt: null, ...cancellation }
  return {
    opensAt: after(event.eventDate, -hours(event.checkInHoursBefore)),
    closesAt: after(end, hours(event.checkInHoursAfter)),
    ...cancellation,
  }
}

/** The closure by the hours of the event, ignoring openings by hand; undefined while check-in is open. */
export const closureAt = (event: Event, at: Date) => findClosure(windowOf(event), at)

export async function timesOf(db: Db, event: Event, now: Date) {
  const opening = await store.findOpening(db, event.id, now)
  return { ...windowOf(event), openedUntil: opening?.closesAt ?? null }
}

/** Idempotent: opening an open check-in changes nothing. */
export async function open(platform: Platform, actor: Actor, eventId: string) {
  return changeOpening(platform, eventId, async (tx, event, now) => {
    if (event.cancelledAt) throw new Problem('event-cancelled')
    if (await store.findOpening(tx, eventId, now)) return
    const closesAt = after(now, hours(openedByHandHours))
    await store.insertOpening(tx, { eventId, openedAt: now, closesAt })
    await logAudit(tx, actor, now, {
      action: 'opened check-in by hand for',
      ...{ subject: event.title, subjectId: eventId },
      after: { until: closesAt.toISOString() },
    })
  })
}

export async function close(platform: Platform, actor: Actor, eventId: string) {
  return changeOpening(platform, eventId, async (tx, event, now) => {
    const opening = await store.findOpening(tx, eventId, now)
    if (!opening) return
    await store.endOpening(tx, opening.id, now)
    await logAudit(tx, actor, now, {
      action: 'closed check-in again for',
      ...{ subject: event.title, subjectId: eventId },
      before: { until: opening.closesAt.toISOString() },
    })
  })
}

async function changeOpening(
  { db, clock }: Platform,
  eventId: string,
  change: (tx: Tx, event: Event, now: Date) => Promise<void>,
) {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const event = await events.lock(tx, eventId)
    if (!event) throw new Problem('event-gone')
    await change(tx, event, now)
    await publish(tx, 'administrators', `events/${eventId}/door`)
    return timesOf(tx, event, now)
  })
}
