import * as events from '#server/features/events/service.ts'
import { enqueue, type JobKind } from '#server/platform/jobs/queue.ts'
import { postMany, prepareMail } from '#server/platform/mail/outbox.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { publishChanges } from '../changes.ts'
import { eventCancelledMail } from '../mails/mail.ts'
import { withdrawNotices } from '../notices/notice-store.ts'
import * as store from './cancellation-mail-store.ts'

/** How many are emailed in one transaction: their rows are locked that long. */
const batchSize = 100

const mailCancelledEvent = 'mail-cancelled-event'

/** The answer does not wait for the emails: there may be ten thousand. */
export async function cancel({ db, ...platform }: Platform, actor: Actor, eventId: string, reason: string | null) {
  return db.transaction(async (tx) => {
    const cancelled = await events.cancel({ ...platform, db: tx }, actor, eventId, reason)
    await withdrawNotices(tx, { eventId }, ['reminder', 'moved'])
    await enqueue(tx, { kind: mailCancelledEvent, key: eventId }, platform.clock.now())
    return cancelled
  })
}

export const cancellationMailJob: JobKind = { kind: mailCancelledEvent, run: mailAttendees }

/** Whoever registered in the moment of the cancellation. */
export async function sweepCancellationMails(platform: Platform) {
  for (const eventId of await store.eventsWithUnmailed(platform.db)) await mailAttendees(platform, eventId)
}

async function mailAttendees(platform: Platform, eventId: string, stopping?: AbortSignal) {
  while ((await mailBatch(platform, eventId)) > 0) stopping?.throwIfAborted()
}

/** Each attendee once: the row says that the email is posted, in the same transaction. */
function mailBatch({ db, clock, config }: Platform, eventId: string): Promise<number> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const event = await events.findByKey(tx, eventId)
    const attendees = event?.cancelledAt ? await store.lockUnmailed(tx, eventId, batchSize) : []
    if (!event || attendees.length === 0) return 0
    const mails = attendees.map((attendee) => ({
      registrationId: attendee.id,
      ...prepareMail(eventCancelledMail({ event, attendee, config }, now)),
    }))
    await Promise.all([postMany(tx, mails, now), store.markMailed(tx, mails, now)])
    await publishChanges(tx, eventId)
    return attendees.length
  })
}
