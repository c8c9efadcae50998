import { setTimeout as pause } from 'node:timers/promises'
import { findTimesProblem, hasOpened, isHandInAllowed, momentsOf } from '#contract/tasks/rules.ts'
import { dateFormat } from '#contract/text/moments.ts'
import { after, days, seconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { enqueue, type JobKind } from '#server/platform/jobs/queue.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

type Times = Pick<store.Task, 'opensAt' | 'closesAt'>

/** When the last of a proof's files began to be uploaded, and when the company's last proof was rejected. */
export type Evidence = Parameters<typeof isHandInAllowed>[2]

/**
 * Refuses a proof before the opening and after the closing time of its locked task. Returns the judged moment, which
 * is also the hand-in time of the proof.
 */
export async function requireOpen(
  tx: Tx,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  task: Times,
  evidence: Evidence,
): Promise<Date> {
  const now = await readDatabaseTime(tx, clock)
  if (!hasOpened(task, now)) throw new Problem('task-not-open')
  if (isHandInAllowed(task, now, evidence)) return now
  throw new Problem('task-closed', { sentence: closedSentence(task.closesAt, config.timeZone) })
}

function closedSentence(closesAt: Date | null, timeZone: string): string {
  const format = (shape: 'dayAndMonth' | 'clock') => dateFormat(shape, timeZone).format(closesAt ?? undefined)
  return `This task closed on ${format('dayAndMonth')} at ${format('clock')}. Proofs are no longer accepted for it.`
}

/** Pass `now` for a new task, and `field` for one of several tasks. */
export function refuseImpossibleTimes(times: Times, { now, field = 'closesAt' }: { now?: Date; field?: string } = {}) {
  const sentence = findTimesProblem(times, now)
  if (sentence) throw new Problem('invalid-input', { sentence, fields: { [field]: sentence } })
}

/** Only administrators get a signal for a task that is not open yet. */
export const publishTasks = (tx: Tx, now: Date, ...tasks: Times[]) =>
  publish(tx, tasks.some((task) => hasOpened(task, now)) ? 'everyone' : 'administrators', 'tasks')

/** Records the change of a closing time that companies had seen. */
export function noteOfChange(before: store.Task, changes: Partial<Times>, now: Date): Partial<store.Task> {
  const { closesAt = before.closesAt } = changes
  if (!hasOpened(before, now) || closesAt?.getTime() === before.closesAt?.getTime()) return {}
  return { closingChangedAt: now, previousClosesAt: before.closesAt }
}

const announceKind = 'announce-task-times'

// A job is delayed by 31 days at most: a later moment is reached in steps.
const longestStepMs = days(30)

/**
 * Schedules the signals that update open screens when the task opens and closes. Signals missed without a running
 * process follow later.
 */
export async function scheduleAnnouncements(tx: Tx, task: Pick<store.Task, 'id'> & Times, now: Date) {
  for (const moment of momentsOf(task).filter((one) => one > now)) {
    const runAt = new Date(Math.min(moment.getTime(), after(now, longestStepMs).getTime()))
    // The key includes the moment, so that a moved one does not replace another.
    await enqueue(tx, { kind: announceKind, key: `${task.id} ${runAt.toISOString()}`, runAt }, now)
  }
}

export const announceTaskTimesJob: JobKind = { kind: announceKind, run: announceTimes }

/** A clock ahead of the database's would announce a task that the database still hides. */
const longestLeadMs = seconds(2)

async function announceTimes({ db, clock }: Platform, key: string) {
  const [id = '', moment = ''] = key.split(' ')
  const leadMs = new Date(moment).getTime() - (await readDatabaseTime(db, clock)).getTime()
  if (leadMs > longestLeadMs) throw new Error(`This computer's clock is ${leadMs} ms ahead of the database's`)
  if (leadMs > 0) await pause(leadMs)
  await db.transaction(async (tx) => {
    const task = await store.find(tx, id)
    if (!task || task.archivedAt) return
    const now = await readDatabaseTime(tx, clock)
    await scheduleAnnouncements(tx, task, now)
    await publishTasks(tx, now, task)
  })
}
