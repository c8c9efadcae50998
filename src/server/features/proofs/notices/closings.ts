import * as notifications from '#server/features/notifications/service.ts'
import { type ClosingTask, listClosing, markClosingsMailed, taskLines } from '#server/features/tasks/service.ts'
import { after, hours, minutes } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import type { JobKind } from '#server/platform/jobs/queue.ts'
import { endOfQuietHours, startOfQuietHours } from '#server/platform/mail/quiet-hours.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listHandedIn } from './handed-in-store.ts'

const remindedBefore = hours(2)
/** A reminder due at night is sent this long before the night. */
const beforeNight = minutes(30)
/** Covers a whole night and the reminders due at its end. */
const lookAhead = hours(14)
/** With less time left, nobody takes six photos. */
const leastTimeLeft = minutes(15)
/** Companies that just received the opening email know the closing time. */
const openedFor = hours(1)

export const mailClosingsJob: JobKind = { kind: 'mail-task-closings', everyMs: minutes(1), run: mailClosings }

/** Sends a reminder of closing tasks to companies without a submitted proof. */
export async function mailClosings(platform: Platform, _key?: string, stopping?: AbortSignal) {
  const { db, clock, config } = platform
  const now = await readDatabaseTime(db, clock)
  if (endOfQuietHours(now, config.timeZone)) return
  const window = {
    openedBy: after(now, -openedFor),
    closesAfter: after(now, leastTimeLeft),
    closesBy: after(now, lookAhead),
  }
  const closing = (await listClosing(db, window)).filter(({ closesAt }) => reminderMoment(closesAt, config) <= now)
  if (closing.length === 0) return
  const isDone = await notifications.mailEveryone(platform, {
    kind: 'task-closes',
    now,
    stopping,
    occasionsFor: async (tx, recipients) => {
      const companyIds = recipients.map(({ companyId }) => companyId)
      const taskIds = closing.map(({ id }) => id)
      const handedIn = await listHandedIn(tx, taskIds, companyIds)
      return companyIds.flatMap((companyId) =>
        closing
          .filter(({ id }) => !handedIn.has(`${companyId} ${id}`))
          .map((task) => ({ companyId, occasion: occasionOf(task) })),
      )
    },
    noticeOf: (occasions) =>
      closingNotice(
        closing.filter((task) => occasions.has(occasionOf(task))),
        config,
      ),
  })
  if (isDone) await db.transaction((tx) => markClosingsMailed(tx, closing))
}

// The key includes the closing time: a moved closing time is a new occasion.
const occasionOf = ({ id, closesAt }: ClosingTask) => `${id} ${closesAt.toISOString()}`

/** Two hours before closing, or before the night if that falls into the night. */
export function reminderMoment(closesAt: Date, { timeZone }: Pick<Config, 'timeZone'>): Date {
  const moment = after(closesAt, -remindedBefore)
  const night = startOfQuietHours(moment, timeZone)
  return night ? after(night, -beforeNight) : moment
}

function closingNotice(tasks: ClosingTask[], { timeZone }: Pick<Config, 'timeZone'>): notifications.Notice {
  const [only] = tasks
  const lines = taskLines(tasks, timeZone)
  const isOne = tasks.length === 1
  return {
    template: 'task-closes',
    subject: isOne ? `“${only?.title}” closes soon` : `${tasks.length} tasks close soon`,
    preheader: lines.join(', '),
    paragraphs: [
      isOne
        ? 'You have not submitted a proof for this task yet:'
        : 'You have not submitted proofs for these tasks yet:',
      lines.join('\n'),
      'Files that are being uploaded when a task closes can still be submitted for 15 minutes.',
    ],
    button: { label: 'Submit a proof', path: '/' },
  }
}
