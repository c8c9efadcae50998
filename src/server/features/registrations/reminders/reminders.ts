import * as events from '#server/features/events/service.ts'
import { after, hours, minutes } from '#server/platform/clock.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import type { JobKind } from '#server/platform/jobs/queue.ts'
import { endOfQuietHours } from '#server/platform/mail/quiet-hours.ts'
import type { Platform } from '#server/platform/platform.ts'
import { reminderMail } from '../notices/notice-mails.ts'
import { postNotices } from '../notices/post-notices.ts'
import * as store from './reminder-store.ts'

const before = hours(24)
/** How many share a transaction: the event and their rows are locked while their QR codes are drawn. */
const batchSize = 25

/** Looks for what is due instead of waiting for a moment: an event may be moved, or lie further ahead than any job waits. */
export const remindAttendeesJob: JobKind = {
  kind: 'remind-attendees',
  everyMs: minutes(1),
  run: (platform, _key, stopping) => remindAttendees(platform, stopping),
}

/** A day before the beginning, or in the morning after it where that is at night. */
export function reminderMoment(eventDate: Date, timeZone: string): Date {
  const usual = after(eventDate, -before)
  return endOfQuietHours(usual, timeZone) ?? usual
}

export async function remindAttendees(platform: Platform, stopping?: AbortSignal) {
  const { db, clock, config } = platform
  const now = await readDatabaseTime(db, clock)
  // Also when no process ran at the right moment: then it is made up in the morning, if that is before the event.
  if (endOfQuietHours(now, config.timeZone)) return
  for (const event of await events.listStartingBetween(db, now, after(now, before))) {
    const reminder = reminderOf(event, config.timeZone)
    if (!reminder || reminder.moment > now) continue
    const due = await store.listDue(db, reminder)
    for (let start = 0; start < due.length; start += batchSize) {
      stopping?.throwIfAborted()
      // Ten thousand take some minutes: the night may begin meanwhile.
      if (endOfQuietHours(clock.now(), config.timeZone)) return
      await remindBatch(platform, reminder, due.slice(start, start + batchSize))
    }
  }
}

type Reminder = { eventId: string; subject: string; moment: Date }

/** Undefined where there is none: the event has no date, or got it when its attendees would have been reminded already. */
function reminderOf({ id, eventDate, dateChangedAt }: events.Event, timeZone: string): Reminder | undefined {
  if (!eventDate) return undefined
  const moment = reminderMoment(eventDate, timeZone)
  if (dateChangedAt && dateChangedAt > moment) return undefined
  return { eventId: id, subject: eventDate.toISOString(), moment }
}

function remindBatch({ db, clock, config }: Platform, reminder: Reminder, ids: string[]): Promise<void> {
  return db.transaction(async (tx) => {
    // First the event, as everywhere: it may be cancelled or moved at this moment.
    const event = await events.lock(tx, reminder.eventId)
    if (!event || event.cancelledAt || event.eventDate?.toISOString() !== reminder.subject) return
    const now = clock.now()
    const attendees = await store.lockDue(tx, reminder, ids)
    const { eventId, subject } = reminder
    await postNotices(tx, { kind: 'reminder', subject, eventId, now }, attendees, (attendee) =>
      reminderMail({ event, attendee, config }, attendee.qrCodePayload ?? '', now),
    )
  })
}
