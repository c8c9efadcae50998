import * as events from '#server/features/events/service.ts'
import { after, hours, minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import type { JobKind } from '#server/platform/jobs/queue.ts'
import { endOfQuietHours } from '#server/platform/mail/quiet-hours.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mailAttendees, recordNotice } from '../mail-attendees.ts'
import { reminderMail } from '../mails.ts'
import { hasRecipients } from '../store.ts'
import { dueFor } from './reminder-store.ts'

const before = hours(24)
/** Small, because the event and the rows are locked while QR codes are drawn. */
const portionSize = 25

/** Polls for due reminders instead of scheduling them: an event may move, or lie further ahead than any job waits. */
export const remindAttendeesJob: JobKind = {
  kind: 'remind-attendees',
  everyMs: minutes(1),
  run: (platform, _key, stopping) => remindAttendees(platform, stopping),
}

/** The moment a day before the event, or the following morning if that is at night. */
export function reminderMoment(eventDate: Date, timeZone: string): Date {
  const dayBefore = after(eventDate, -before)
  return endOfQuietHours(dayBefore, timeZone) ?? dayBefore
}

export async function remindAttendees(platform: Platform, stopping?: AbortSignal) {
  const { db, clock, config } = platform
  const now = await readDatabaseTime(db, clock)
  // Reminders wait until the night is over, and so do reminders missed without a running process.
  if (endOfQuietHours(now, config.timeZone)) return
  for (const event of await events.listStartingBetween(db, now, after(now, before))) {
    const reminder = reminderOf(event, config.timeZone)
    if (!reminder || reminder.moment > now) continue
    await mailReminder(platform, reminder, stopping)
  }
}

type Reminder = { eventId: string; subject: string; moment: Date }

/** Undefined when the event has no date, or got it after its reminder would have been due. */
function reminderOf({ id, eventDate, dateChangedAt }: events.Event, timeZone: string): Reminder | undefined {
  if (!eventDate) return undefined
  const moment = reminderMoment(eventDate, timeZone)
  if (dateChangedAt && dateChangedAt > moment) return undefined
  return { eventId: id, subject: eventDate.toISOString(), moment }
}

async function mailReminder(platform: Platform, reminder: Reminder, stopping?: AbortSignal) {
  const { db, clock, config } = platform
  const recipients = dueFor(reminder)
  // This query runs every minute: lock the event only if there is somebody to remind.
  if (!(await hasRecipients(db, recipients))) return
  const findEvent = async (tx: Tx) => {
    // Ten thousand emails take some minutes, so the night may begin meanwhile.
    if (endOfQuietHours(clock.now(), config.timeZone)) return undefined
    // Lock the event first: it may be cancelled or moved at this moment.
    const event = await events.lock(tx, reminder.eventId)
    return event?.cancelledAt || event?.eventDate?.toISOString() !== reminder.subject ? undefined : event
  }
  await mailAttendees(
    platform,
    {
      findEvent,
      recipients,
      portionSize,
      mailFor: (context, { qrCodePayload }, now) => reminderMail(context, qrCodePayload ?? '', now),
      record: recordNotice({ kind: 'reminder', subject: reminder.subject }),
    },
    stopping,
  )
}
