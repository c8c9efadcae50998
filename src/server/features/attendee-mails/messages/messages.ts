import type { z } from 'zod'
import type { EventMessage, NewEventMessage, previewEventMessage } from '#contract/attendee-mails/endpoints.ts'
import { renderMail } from '#contract/branding/mail-layout.ts'
import { isOver } from '#contract/events/rules.ts'
import * as events from '#server/features/events/service.ts'
import { publishChanges } from '#server/features/registrations/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import { after, minutes } from '#server/platform/clock.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { enqueue, type JobKind } from '#server/platform/jobs/queue.ts'
import { prepareMail, retryFailed } from '#server/platform/mail/outbox.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { mailAttendees, recordNotice } from '../mail-attendees.ts'
import { messageMail } from '../mails.ts'
import { hasRecipients } from '../store.ts'
import * as store from './message-store.ts'

type Written = z.output<typeof NewEventMessage>
type MessageReply = z.input<typeof EventMessage>

const mailMessage = 'mail-event-message'
const portionSize = 100

/** The job key is the message id. */
export const messageMailJob: JobKind = { kind: mailMessage, run: mailRecipients }

export async function list({ db }: Platform, eventId: string): Promise<MessageReply[]> {
  await events.findById(db, eventId)
  return (await store.listWithProgress(db, eventId)).map(toReply)
}

/** Previews the email of the first recipient with the same functions that make and render the delivered one. */
export async function preview(
  { db, clock, config }: Platform,
  eventId: string,
  written: Written,
): Promise<z.input<typeof previewEventMessage.reply>> {
  const now = clock.now()
  const event = await findAddressable({ db }, eventId, written, now)
  const audience = { eventId, audience: written.audience, at: now }
  const counted = await store.countMeant(db, audience)
  const attendee = await store.findFirstRecipient(db, audience)
  if (!attendee) return { ...counted, email: null }
  const { toName, subject, letter } = prepareMail(messageMail({ event, attendee, config }, written))
  return { ...counted, email: { to: toName, subject, ...renderMail(letter) } }
}

/** Answers before the emails are posted: a job posts each of them once. */
export async function send(
  { db, clock }: Platform,
  actor: Actor,
  eventId: string,
  written: Written,
): Promise<MessageReply> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const event = await findAddressable({ db: tx }, eventId, written, now)
    const { recipients } = await store.countMeant(tx, { eventId, audience: written.audience, at: now })
    if (recipients === 0) throw new Problem('no-recipients')
    const message = await store.insert(tx, { ...written, eventId, recipients, sentBy: actor.userId, sentAt: now })
    await logAudit(tx, actor, now, {
      action: 'sent a message to attendees of',
      subject: event.title,
      subjectId: eventId,
      after: { ...written, recipients },
    })
    await enqueue(tx, { kind: mailMessage, key: message.id }, now)
    await publishChanges(tx, eventId)
    const sent = (await store.listWithProgress(tx, eventId)).find(({ message: { id } }) => id === message.id)
    if (!sent) throw new Error('the message is not there')
    return toReply(sent)
  })
}

/** Retries every failed email of a message for another day. */
export async function retryMails(
  { db, clock }: Platform,
  actor: Actor,
  eventId: string,
  messageId: string,
): Promise<{ retried: number }> {
  const event = await events.findById(db, eventId)
  const message = await store.find(db, messageId)
  if (message?.eventId !== eventId) throw new Problem('not-found')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const retried = await retryFailed(tx, await store.listFailedMails(tx, message), now)
    if (retried > 0) {
      await logAudit(tx, actor, now, {
        action: 'sent a message again to attendees of',
        subject: event.title,
        subjectId: eventId,
        after: { subject: message.subject, mails: retried },
      })
      await publishChanges(tx, eventId)
    }
    return { retried }
  })
}

async function findAddressable({ db }: Pick<Platform, 'db'>, eventId: string, { audience }: Written, now: Date) {
  const event = await events.findById(db, eventId)
  if (audience === 'absent' && (event.cancelledAt || !isOver(event, now))) throw new Problem('event-not-over')
  return event
}

function toReply({ message, sentBy, posted, queued, failed }: store.MessageWithProgress): MessageReply {
  const { id, audience, subject, text, sentAt, recipients, finishedAt } = message
  // Attendees and their emails are deleted long after the event, so a missing email counts as sent.
  const left = (finishedAt ? recipients : posted) - queued - failed
  return { id, audience, subject, text, sentAt, recipients, sentBy, sent: Math.max(0, left), failed }
}

/** Continues mailings that a crash interrupted. */
export async function sweepMessages(platform: Platform) {
  const before = after(platform.clock.now(), -minutes(1))
  for (const id of await store.listUnfinished(platform.db, before)) await mailRecipients(platform, id)
}

export async function mailRecipients(platform: Platform, messageId: string, stopping?: AbortSignal) {
  const message = await store.find(platform.db, messageId)
  if (!message || message.finishedAt) return
  await mailAttendees(
    platform,
    {
      findEvent: (tx) => events.findById(tx, message.eventId),
      recipients: store.notMailed(message),
      portionSize,
      mailFor: (context) => messageMail(context, message),
      record: recordNotice(store.noticeOf(message)),
    },
    stopping,
  )
  await finish(platform, message)
}

/** Finishes only without remaining recipients; the sweep continues if a locked row was skipped. */
async function finish({ db, clock }: Platform, message: store.Message) {
  await db.transaction(async (tx) => {
    const locked = await store.lock(tx, message.id)
    if (!locked || locked.finishedAt || (await hasRecipients(tx, store.notMailed(message)))) return
    await store.finish(tx, message, clock.now())
    await publishChanges(tx, message.eventId)
  })
}
