import { decidedBySentence } from '#contract/text/moments.ts'
import * as events from '#server/features/events/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { Download } from '#server/platform/http/replies/replies.ts'
import { post } from '#server/platform/mail/outbox.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { publishChanges } from './changes.ts'
import { issueCode } from './codes.ts'
import { confirmedNow, isRowUnconfirmed } from './conditions-store.ts'
import { approvedMail } from './mails/mail.ts'
import { qrImage } from './mails/qr.ts'
import { postStatus } from './mails/resend.ts'
import { readOne, type WithdrawMails } from './service.ts'
import * as store from './store.ts'
import { createPlaceAllocator } from './waiting-list/waiting-list.ts'

type Decision = { status: 'approved' | 'rejected'; reason?: string | null }

/** Registrations per transaction; their rows stay locked until it commits. */
const chunk = 20

/** Idempotent: the same decision again changes nothing. The opposite is refused, with the name of the first decider. */
export async function decide(platform: Platform, actor: Actor, eventId: string, id: string, decision: Decision) {
  const { db } = platform
  const event = await eventOf(platform, eventId)
  await db.transaction(async (tx) => {
    const locked = await lockEvent(tx, eventId)
    // Lock before reading, so that two concurrent decisions cannot both win.
    const row = await lockOrThrow(tx, eventId, id)
    if (row.status === decision.status) return
    if (row.status !== 'pending') throw await decidedAlready(tx, row, platform.config.timeZone)
    // An unconfirmed address may be a stranger's, so no rejection is mailed to it.
    if (decision.status === 'rejected' && isRowUnconfirmed(row)) throw new Problem('registration-unconfirmed')
    if (decision.status === 'approved' && !(await createPlaceAllocator(tx, platform, locked))(row))
      throw new Problem('event-full')
    await apply(tx, platform, actor, event, row, decision)
    await events.offerPlacesSoon(tx, locked, platform.clock.now())
    await publishChanges(tx, eventId)
  })
  return readOne(platform, eventId, id)
}

/** Decides in the order of registering, because there may not be a place for everybody. */
export async function decideMany(
  platform: Platform,
  actor: Actor,
  eventId: string,
  { ids, ...decision }: Decision & { ids: string[] },
): Promise<{ decided: number; left: number; withoutPlace: number }> {
  const { db, clock } = platform
  const event = await events.findById(db, eventId)
  if (event.cancelledAt) throw new Problem('event-cancelled')
  const pending = await store.listPendingInOrder(db, eventId, ids)
  let decided = 0
  let withoutPlace = 0
  for (let start = 0; start < pending.length; start += chunk) {
    const done = await db.transaction(async (tx) => {
      const locked = await lockEvent(tx, eventId)
      const rows = await store.lockPending(tx, eventId, pending.slice(start, start + chunk))
      const allocate = decision.status === 'approved' ? await createPlaceAllocator(tx, platform, locked) : () => true
      const decidable = rows.filter(allocate)
      for (const row of decidable) await apply(tx, platform, actor, event, row, decision)
      if (decidable.length > 0) {
        await events.offerPlacesSoon(tx, locked, clock.now())
        await publishChanges(tx, eventId)
      }
      return { decided: decidable.length, withoutPlace: rows.length - decidable.length }
    })
    decided += done.decided
    withoutPlace += done.withoutPlace
  }
  return { decided, left: new Set(ids).size - decided, withoutPlace }
}

async function apply(
  tx: Tx,
  platform: Platform,
  actor: Actor,
  event: events.Event,
  row: store.Row,
  { status, reason }: Decision,
) {
  const now = platform.clock.now()
  const taken = { ...confirmedNow, status, decidedAt: now, decidedBy: actor.userId }
  const decided = await store.update(
    tx,
    row.id,
    status === 'approved'
      ? { ...taken, reason: null, approvedAt: now, ...nextCode(event, row, now) }
      : { ...taken, reason: reason || null, approvedAt: null },
  )
  await postStatus(tx, platform, event, decided, now)
  await logAudit(tx, actor, now, {
    action: `${status} registration`,
    ...auditSubject(event, row),
    before: { status: row.status },
    after: { status },
  })
}

/** Locks the event before any registration, so that only one transaction counts and assigns places. */
async function lockEvent(tx: Tx, eventId: string): Promise<events.Event> {
  const event = await events.lock(tx, eventId)
  if (!event) throw new Problem('registration-gone')
  // The event may be cancelled since it was read. Its cancellation mailing locks the registrations in another order.
  if (event.cancelledAt) throw new Problem('event-cancelled')
  return event
}

export function nextCode(event: events.Event, row: store.Row, now: Date) {
  const issue = row.issue + 1
  return { issue, qrCodePayload: issueCode(event, { id: row.id, issue }), qrCodeIssuedAt: now }
}

const noCode = { qrCodePayload: null, qrCodeIssuedAt: null }

/** Undoes a decision: the code becomes invalid and the registration is pending again. */
export async function reopen(
  platform: Platform,
  actor: Actor,
  eventId: string,
  id: string,
  withdrawMails: WithdrawMails,
) {
  const { db, clock } = platform
  const event = await eventOf(platform, eventId)
  await db.transaction(async (tx) => {
    const row = await lockOrThrow(tx, eventId, id)
    if (row.status === 'cancelled') {
      throw new Problem('registration-not-decided', { sentence: 'The attendee has cancelled this registration.' })
    }
    if (row.status === 'pending') throw new Problem('registration-not-decided')
    if (row.checkedIn) throw new Problem('already-inside')
    const undone = { status: 'pending' as const, approvedAt: null, decidedAt: null, decidedBy: null, reason: null }
    // A place is kept until the organisers decide again.
    const undecided = { ...confirmedNow, waitingSince: null, offeredAt: null, offerExpiresAt: null }
    await store.update(tx, id, { ...undone, ...undecided, ...noCode })
    await withdrawMails(tx, id, 'code')
    await logAudit(tx, actor, clock.now(), {
      action: 'reopened registration',
      ...auditSubject(event, row),
      before: { status: row.status },
      after: { status: 'pending' },
    })
    await events.offerPlacesSoon(tx, event, clock.now())
    await publishChanges(tx, eventId)
  })
  return readOne(platform, eventId, id)
}

export async function resend(platform: Platform, actor: Actor, eventId: string, id: string) {
  const { db, clock } = platform
  const event = await eventOf(platform, eventId)
  await db.transaction(async (tx) => {
    const row = await lockOrThrow(tx, eventId, id)
    if (row.status !== 'approved') throw new Problem('registration-not-approved')
    await postStatus(tx, platform, event, row, clock.now())
    await logAudit(tx, actor, clock.now(), { action: 'sent the QR code again for', ...auditSubject(event, row) })
    await publishChanges(tx, eventId)
  })
  return readOne(platform, eventId, id)
}

/** Replaces a code that got into other hands. Links mailed before would reveal the new code, so they end too. */
export async function reissue(
  platform: Platform,
  actor: Actor,
  eventId: string,
  id: string,
  withdrawMails: WithdrawMails,
) {
  const { db, clock } = platform
  const event = await eventOf(platform, eventId)
  await db.transaction(async (tx) => {
    const now = clock.now()
    const row = await lockOrThrow(tx, eventId, id)
    if (row.status !== 'approved') throw new Problem('registration-not-approved')
    if (row.checkedIn) throw new Problem('already-inside')
    const linkVersion = row.linkVersion + 1
    const renewed = await store.update(tx, id, { ...nextCode(event, row, now), linkVersion })
    await withdrawMails(tx, id, 'code')
    await postStatus(tx, platform, event, renewed, now)
    await logAudit(tx, actor, now, {
      action: 'issued a new QR code for',
      ...auditSubject(event, row),
      before: { issue: row.issue },
      after: { issue: renewed.issue },
    })
    await publishChanges(tx, eventId)
  })
  return readOne(platform, eventId, id)
}

export async function picture({ db }: Platform, eventId: string, id: string): Promise<Download> {
  const row = await store.find(db, eventId, id)
  if (!row) throw new Problem('registration-gone')
  if (!row.qrCodePayload) throw new Problem('registration-not-approved')
  return new Download('qr-code.png', 'image/png', qrImage(row.qrCodePayload, 10))
}

type Texts = { emailSubject?: string | null; emailBodyText?: string | null }

/** Mails a test to this administrator, with made-up data; its picture is no valid code. */
export async function testMail({ db, clock, config }: Platform, actor: Actor, eventId: string, texts: Texts) {
  const event = await events.findById(db, eventId)
  const attendee = {
    id: '00000000-0000-4000-8000-000000000000',
    linkVersion: 0,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: actor.email,
    companyName: 'Analytical Engines',
    code: 'ABC-123',
  }
  const now = clock.now()
  const mail = approvedMail({ event, attendee, config }, 'This is an example and opens no door.', now, {
    emailSubject: texts.emailSubject ?? event.emailSubject,
    emailBodyText: texts.emailBodyText ?? event.emailBodyText,
  })
  await db.transaction(async (tx) => {
    await post(tx, { ...mail, template: 'registration-test', subject: `[Test] ${mail.subject}` }, now)
    await logAudit(tx, actor, now, { action: 'sent a test email of', subject: event.title, subjectId: eventId })
  })
}

async function lockOrThrow(tx: Tx, eventId: string, id: string): Promise<store.Row> {
  const row = await store.lock(tx, eventId, id)
  if (!row) throw new Problem('registration-gone')
  // The event was cancelled since it was read: nothing may be sent after the cancellation email.
  if (row.cancellationMailedAt) throw new Problem('event-cancelled')
  return row
}

async function eventOf({ db }: Platform, eventId: string): Promise<events.Event> {
  const event = await events.findByKey(db, eventId)
  if (!event) throw new Problem('registration-gone')
  if (event.cancelledAt) throw new Problem('event-cancelled')
  return event
}

async function decidedAlready(tx: Tx, { eventId, id }: store.Row, timeZone: string): Promise<Problem> {
  const current = await store.findWithNames(tx, eventId, id)
  const decision = {
    decided: `${current?.row.status}`,
    by: current?.row.status === 'cancelled' ? 'the attendee' : (current?.decidedBy ?? 'an administrator'),
    at: current?.row.decidedAt,
  }
  return new Problem('registration-decided', { sentence: decidedBySentence('registration', decision, timeZone) })
}

/** Logs the code, not the name: the log outlives the attendees' data. */
const auditSubject = (event: events.Event, { id, code }: store.Row) => ({
  subject: `${event.title}: ${code}`,
  subjectId: id,
})
