import { stateOf } from '#contract/tasks/rules.ts'
import * as notifications from '#server/features/notifications/service.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import type { JobKind } from '#server/platform/jobs/queue.ts'
import { endOfQuietHours } from '#server/platform/mail/quiet-hours.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Task } from '../store.ts'
import { listUntoldOpenings, markOpeningsMailed } from './openings-store.ts'
import { taskLines } from './words.ts'

/** Delay that batches tasks opened together into one email, and leaves time to correct a mistake. */
const collectedFor = minutes(10)

export const mailOpeningsJob: JobKind = { kind: 'mail-task-openings', everyMs: minutes(1), run: mailOpenings }

/** Mails every company the tasks that have opened. A task that closed again by the morning is left out. */
export async function mailOpenings(platform: Platform, _key?: string, stopping?: AbortSignal) {
  const { db, clock, config } = platform
  const now = await readDatabaseTime(db, clock)
  if (endOfQuietHours(now, config.timeZone)) return
  const opened = await listUntoldOpenings(db, now, after(now, -collectedFor))
  if (opened.length === 0) return
  const open = opened.filter((task) => stateOf(task, now) === 'open')
  const isDone = await notifications.mailEveryone(platform, {
    kind: 'task-opens',
    now,
    stopping,
    occasionsFor: async (_tx, recipients) =>
      recipients.flatMap(({ companyId }) => open.map(({ id }) => ({ companyId, occasion: id }))),
    noticeOf: (occasions) =>
      openingNotice(
        open.filter(({ id }) => occasions.has(id)),
        config,
      ),
  })
  const ids = opened.map(({ id }) => id)
  if (isDone) await db.transaction((tx) => markOpeningsMailed(tx, ids, now))
}

function openingNotice(tasks: Task[], { timeZone }: Pick<Config, 'timeZone'>): notifications.Notice {
  const [only] = tasks
  const lines = taskLines(tasks, timeZone)
  return {
    template: 'task-opens',
    subject: tasks.length === 1 ? `A task is open: “${only?.title}”` : `${tasks.length} tasks are open`,
    preheader:
      tasks.length === 1 ? `It is worth ${notifications.pointsText(only?.pointsReward ?? 0)}.` : lines.join(', '),
    paragraphs: [
      tasks.length === 1 ? 'A task is open now:' : `${tasks.length} tasks are open now:`,
      lines.join('\n'),
      'Do it together, take photos or videos, and hand in your proof.',
    ],
    button: { label: tasks.length === 1 ? 'See the task' : 'See the tasks', path: '/' },
  }
}
