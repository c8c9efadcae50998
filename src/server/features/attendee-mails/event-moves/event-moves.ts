import { isOver } from '#contract/events/rules.ts'
import * as events from '#server/features/events/service.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import { enqueue, type JobKind } from '#server/platform/jobs/queue.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mailAttendees, recordNotice } from '../mail-attendees.ts'
import { movedMail } from '../mails.ts'
import { hasRecipients, withdrawNotices } from '../store.ts'
import type { WhenAndWhere } from '../tables.ts'
import * as store from './move-store.ts'

/** Debounce: changes within this time of each other share one email, which leaves after `longestWait` at the latest. */
const collectedFor = minutes(5)
const longestWait = minutes(30)
const portionSize = 100

const mailMovedEvent = 'mail-moved-event'

/** The job key is the event id and the moment that the job waits for, so each change has its own job. */
export const moveMailJob: JobKind = {
  kind: mailMovedEvent,
  run: (platform, key, stopping) => mailMoves(platform, key.split(' ')[0] ?? '', stopping),
}

const whenAndWhere = ({ eventDate, endsAt, place }: events.Event): WhenAndWhere => ({
  eventDate: eventDate?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
  place,
})

const isSame = (one: WhenAndWhere, other: WhenAndWhere) =>
  one.eventDate === other.eventDate && one.endsAt === other.endsAt && one.place === other.place

/** Schedules the email to attendees a few minutes after the date or place changed. Requires a locked event. */
export async function collectMove(tx: Tx, before: events.Event, event: events.Event, now: Date) {
  if (isSame(whenAndWhere(before), whenAndWhere(event)) || isOver(before, now)) return
  // Withdraw queued reminders, which name the old date or place; those still due are posted again.
  await withdrawNotices(tx, { eventId: event.id }, ['reminder'])
  const open = await store.findOpen(tx, event.id)
  // The event was moved back before anybody was mailed.
  if (open && isSame(open.before, whenAndWhere(event))) return store.remove(tx, open)
  const latest = after(open?.createdAt ?? now, longestWait).getTime()
  const dueAt = new Date(Math.min(after(now, collectedFor).getTime(), latest))
  if (open) await store.postpone(tx, open, { changedAt: now, dueAt })
  else
    await store.insert(tx, {
      eventId: event.id,
      before: whenAndWhere(before),
      createdAt: now,
      changedAt: now,
      dueAt,
    })
  await enqueue(tx, { kind: mailMovedEvent, key: `${event.id} ${dueAt.toISOString()}`, runAt: dueAt }, now)
}

/** Continues mailings that a crash interrupted or whose job was lost. */
export async function sweepMoves(platform: Platform) {
  for (const eventId of await store.listEventsWithDue(platform.db, platform.clock.now()))
    await mailMoves(platform, eventId)
}

export async function mailMoves(platform: Platform, eventId: string, stopping?: AbortSignal) {
  await startDue(platform, eventId)
  for (const move of await store.listUnfinished(platform.db, eventId)) {
    await mailMove(platform, move, stopping)
    await finish(platform, move)
  }
}

/** Starts a due move: attendees are mailed the date and place that the event has now. */
async function startDue({ db, clock }: Platform, eventId: string) {
  await db.transaction(async (tx) => {
    const event = await events.lock(tx, eventId)
    const open = event && (await store.findOpen(tx, eventId))
    if (!open) return
    const now = await readDatabaseTime(tx, clock)
    // Attendees get the cancellation email instead.
    if (event.cancelledAt) await store.remove(tx, open)
    else if (open.dueAt <= now) await store.start(tx, open, whenAndWhere(event), now)
  })
}

function mailMove(platform: Platform, move: store.Move, stopping?: AbortSignal): Promise<void> {
  const { after: moved } = move
  if (!moved) return Promise.resolve()
  const findEvent = async (tx: Tx) => {
    const event = await events.lock(tx, move.eventId)
    return event?.cancelledAt ? undefined : event && { ...event, ...toDates(moved) }
  }
  return mailAttendees(
    platform,
    {
      findEvent,
      recipients: store.notMailed(move),
      portionSize,
      mailFor: (context, { status }, now) => movedMail(context, { before: toDates(move.before), status }, now),
      record: recordNotice(store.noticeOf(move)),
    },
    stopping,
  )
}

const toDates = ({ eventDate, endsAt, place }: WhenAndWhere) => ({
  eventDate: eventDate === null ? null : new Date(eventDate),
  endsAt: endsAt === null ? null : new Date(endsAt),
  place,
})

/** Finishes only without remaining recipients; the sweep continues if a locked row was skipped. */
async function finish({ db, clock }: Platform, move: store.Move) {
  await db.transaction(async (tx) => {
    const event = await events.lock(tx, move.eventId)
    if (event?.cancelledAt || !(await hasRecipients(tx, store.notMailed(move))))
      await store.finish(tx, move, clock.now())
  })
}
