import * as events from '#server/features/events/service.ts'
import * as registrations from '#server/features/registrations/service.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { enqueue, type JobKind } from '#server/platform/jobs/queue.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mailAttendees } from '../mail-attendees.ts'
import { withdrawNotices } from '../store.ts'
import * as store from './cancellation-mail-store.ts'

const portionSize = 100

const mailCancelledEvent = 'mail-cancelled-event'

/** Runs in the transaction of the cancellation; a job mails the attendees, possibly ten thousand. */
export async function enqueueCancellationMails(tx: Tx, eventId: string, now: Date) {
  await withdrawNotices(tx, { eventId }, ['reminder', 'moved'])
  await enqueue(tx, { kind: mailCancelledEvent, key: eventId }, now)
}

export const cancellationMailJob: JobKind = { kind: mailCancelledEvent, run: mailCancellation }

/** Mails attendees who registered at the moment of the cancellation. */
export async function sweepCancellationMails(platform: Platform) {
  for (const eventId of await store.listEventsNotMailed(platform.db)) await mailCancellation(platform, eventId)
}

/** Idempotent: the registration records the posted email, so each attendee gets one. */
function mailCancellation(platform: Platform, eventId: string, stopping?: AbortSignal): Promise<void> {
  return mailAttendees(
    platform,
    {
      findEvent: async (tx) => {
        const event = await events.findByKey(tx, eventId)
        return event?.cancelledAt ? event : undefined
      },
      recipients: store.notMailed(eventId),
      portionSize,
      mailFor: (context, _attendee, now) => registrations.eventCancelledMail(context, now),
      record: async (tx, mails, now) => {
        await registrations.saveCancellationMails(tx, mails, now)
        return mails
      },
    },
    stopping,
  )
}
