import type { Event } from '#server/features/events/service.ts'
import { findByKey } from '#server/features/events/service.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { type Mail, post } from '#server/platform/mail/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { publishChanges } from '../changes.ts'
import { isOfferOpen, isRowUnconfirmed } from '../conditions-store.ts'
import { waitingAmong } from '../counts-store.ts'
import { findMorningOffer } from '../morning-offer.ts'
import * as store from '../store.ts'
import { approvedMail, eventCancelledMail, offerMail, receivedMail, registeredMail, rejectedMail } from './mail.ts'
import { nextMailTurn, pauseBetween, takeMailTurn } from './mail-turn-store.ts'

/** `lastAt` and `nextAt` exist only when the pause was the reason. */
type ResendResult =
  | { sent: true; at: Date }
  | { sent: false; reason: 'cancelled' }
  | { sent: false; reason: 'paused'; lastAt: Date; lastState: 'queued' | 'sent' | 'failed'; nextAt: Date }

/** Mails the present status, rate-limited to one in ten minutes and three an hour per address. */
export async function resendMail(platform: Platform, event: Event, { id }: store.Row): Promise<ResendResult> {
  const now = platform.clock.now()
  return platform.db.transaction(async (tx): Promise<ResendResult> => {
    const row = await store.lock(tx, event.id, id)
    if (!row || row.status === 'cancelled') return { sent: false, reason: 'cancelled' }
    // A time in the future comes from a wrong clock and must not delay the mail.
    const isPaused = row.mailedAt !== null && row.mailedAt <= now && row.mailedAt > after(now, -pauseBetween)
    if (isPaused || !(await takeMailTurn(tx, row, now))) return pausedUntil(tx, row, now)
    await postStatus(tx, platform, event, row, now)
    await publishChanges(tx, event.id)
    return { sent: true, at: now }
  })
}

async function pausedUntil(tx: Tx, row: store.Row, now: Date): Promise<ResendResult> {
  const lastAt = row.mailedAt ?? now
  const pauseEnds = after(lastAt, pauseBetween)
  const hourEnds = await nextMailTurn(tx, row)
  const nextAt = hourEnds && hourEnds > pauseEnds ? hourEnds : pauseEnds
  const lastState = (await store.mailState(tx, row)) ?? 'sent'
  return { sent: false, reason: 'paused', lastAt, lastState, nextAt }
}

export async function postStatus(
  tx: Tx,
  { config }: Platform,
  event: Event,
  row: store.Row,
  now: Date,
): Promise<store.Row> {
  const context = { event, attendee: row, config }
  const cancellationMailed = event.cancelledAt && row.status !== 'rejected' ? { cancellationMailedAt: now } : {}
  const mailId = await post(tx, await statusMail(tx, context, row, now), now)
  return store.update(tx, row.id, { mailId, mailedAt: now, mailDueAt: null, ...cancellationMailed })
}

async function statusMail(
  tx: Tx,
  context: Parameters<typeof rejectedMail>[0],
  row: store.Row,
  now: Date,
): Promise<Mail> {
  if (row.status === 'rejected') return rejectedMail(context, row.reason)
  if (context.event.cancelledAt) return eventCancelledMail(context, now)
  if (row.status === 'approved' && row.qrCodePayload) return approvedMail(context, row.qrCodePayload, now)
  if (row.offerExpiresAt && isOfferOpen(row, now)) return offerMail(context, row.offerExpiresAt)
  if (isRowUnconfirmed(row))
    return registeredMail(context, { waiting: row.waitingSince !== null, confirmBy: row.confirmBy }, now)
  const waiting = (await waitingAmong(tx, context.event, [row], now)).has(row.id)
  const morning = waiting ? undefined : findMorningOffer(context.event, row, now, context.config.timeZone)
  return receivedMail(context, waiting, morning)
}

/**
 * Mails the due status of a registration after a random delay: drawing a QR code now would slow the next request. The
 * sweep mails registrations that a crash left due.
 */
export function mailDueSoon(platform: Platform, id: string) {
  const delay = 100 + 400 * Math.random()
  platform.background.start(() => mailDue(platform, id), 'a status mail has to wait', { delay })
}

async function mailDue(platform: Platform, id: string) {
  const now = platform.clock.now()
  await platform.db.transaction(async (tx) => {
    const row = await store.takeDue(tx, id)
    const event = row && (await findByKey(tx, row.eventId))
    if (!event || row.status === 'cancelled' || row.cancellationMailedAt) return
    await postStatus(tx, platform, event, row, now)
    await publishChanges(tx, event.id)
  })
}

export async function sweepDueMails(platform: Platform) {
  const since = after(platform.clock.now(), -minutes(1))
  for (const id of await store.dueBefore(platform.db, since)) await mailDue(platform, id)
}
