import type { z } from 'zod'
import { isOver } from '#contract/events/rules.ts'
import type { OwnRegistration, resendOwnMail } from '#contract/registrations/own-registration.ts'
import { pauseSentence } from '#contract/registrations/pause.ts'
import * as events from '#server/features/events/service.ts'
import { readDatabaseTime } from '#server/platform/database/database-time.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { post } from '#server/platform/mail/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { publishChanges } from '../changes.ts'
import { confirmedNow, holdsPlace, isOfferOpen, isRowUnconfirmed } from '../conditions-store.ts'
import { waitingAmong } from '../counts-store.ts'
import { nextCode } from '../decisions.ts'
import { opensRegistration, registrationIdOf } from '../link-token.ts'
import { cancelledMail } from '../mails/mail.ts'
import { qrPath } from '../mails/qr.ts'
import { postStatus, resendMail } from '../mails/resend.ts'
import { findMorningOffer } from '../morning-offer.ts'
import type { WithdrawMails } from '../service.ts'
import * as store from '../store.ts'
import { canAccept } from '../waiting-list/waiting-list.ts'

export type AttendeeView = z.input<typeof OwnRegistration>
type Resent = z.input<typeof resendOwnMail.reply>

export async function read(platform: Platform, key: string, token: string): Promise<AttendeeView> {
  const { event, row } = await open(platform, key, token)
  return show(platform, event, row)
}

/** Cancels a registration: frees the place and invalidates the code. */
export async function cancel(
  platform: Platform,
  key: string,
  token: string,
  withdrawMails: WithdrawMails,
): Promise<AttendeeView> {
  const { event, row: seen } = await open(platform, key, token)
  const now = platform.clock.now()
  const cancelled = await platform.db.transaction(async (tx) => {
    const row = await store.lock(tx, event.id, seen.id)
    if (!row) throw new Problem('registration-gone')
    if (row.status === 'cancelled') return row
    if (event.cancelledAt) throw new Problem('event-cancelled')
    if (row.checkedIn) throw new Problem('already-inside')
    const taken = { ...confirmedNow, status: 'cancelled' as const, decidedAt: now, decidedBy: null, reason: null }
    await store.update(tx, row.id, { ...taken, qrCodePayload: null, qrCodeIssuedAt: null })
    await withdrawMails(tx, row.id, 'cancelled')
    const mail = cancelledMail({ event, attendee: row, config: platform.config }, row.status === 'approved', now)
    const mailId = await post(tx, mail, now)
    const updated = await store.update(tx, row.id, { mailId, mailedAt: now })
    await events.offerPlacesSoon(tx, event, now)
    await publishChanges(tx, event.id)
    return updated
  })
  return show(platform, event, cancelled)
}

/** Accepts an offered place; after the deadline only if nobody else has it by now. */
export async function accept(platform: Platform, key: string, token: string): Promise<AttendeeView> {
  const { event: seenEvent, row: seen } = await open(platform, key, token)
  const accepted = await platform.db.transaction(async (tx) => {
    const event = await events.lock(tx, seenEvent.id)
    const row = event && (await store.lock(tx, event.id, seen.id))
    if (!event || !row) throw new Problem('registration-gone')
    if (row.status === 'approved') return row
    if (event.cancelledAt) throw new Problem('event-cancelled')
    if (row.status !== 'pending') throw new Problem('registration-decided', { sentence: decidedSentence(row) })
    if (!row.offeredAt) throw new Problem('no-offer')
    const now = await readDatabaseTime(tx, platform.clock)
    if (isOver(event, now)) throw new Problem('registration-closed')
    if (!(await canAccept(tx, event, row, now))) throw new Problem('offer-ended')
    const taken = { status: 'approved' as const, approvedAt: now, decidedAt: now, decidedBy: null, reason: null }
    const approved = await store.update(tx, row.id, { ...taken, ...nextCode(event, row, now) })
    const updated = await postStatus(tx, platform, event, approved, now)
    await publishChanges(tx, event.id)
    return updated
  })
  return show(platform, seenEvent, accepted)
}

export async function resend(platform: Platform, key: string, token: string): Promise<Resent> {
  const { event, row } = await open(platform, key, token)
  const outcome = await resendMail(platform, event, row)
  if (outcome.sent) return { sent: true, message: 'The email is on its way.', sentAt: outcome.at, nextAt: null }
  if (outcome.reason === 'cancelled') {
    return {
      sent: false,
      message: 'This registration is cancelled: there is no email to send.',
      sentAt: null,
      nextAt: null,
    }
  }
  const { lastAt, lastState, nextAt } = outcome
  const message = pauseSentence(lastState, { lastAt, nextAt, now: platform.clock.now() })
  return { sent: false, message, sentAt: lastState === 'sent' ? lastAt : null, nextAt }
}

/** Finds the registration of a token; a wrong token and a deleted registration get the same answer. */
export async function open({ db }: Platform, key: string, token: string) {
  const event = await events.findByKey(db, key)
  const id = event && registrationIdOf(token)
  const row = id ? await store.find(db, event.id, id) : undefined
  if (!event || !row || !opensRegistration(event, token, row)) throw new Problem('registration-gone')
  return { event, row }
}

const decidedSentence = ({ status }: store.Row) =>
  status === 'cancelled'
    ? 'This registration is cancelled. You can register again while registration is open.'
    : 'The organisers could not give you a place at this event.'

/** Includes an expired offer: its place may still be free. */
function offerOf(event: events.Event, row: store.Row, now: Date): AttendeeView['offer'] {
  const { status, offeredAt, offerExpiresAt: expiresAt } = row
  if (status !== 'pending' || !offeredAt || !expiresAt || isOver(event, now)) return null
  return { expiresAt, open: isOfferOpen(row, now) }
}

export async function show(
  { db, clock, config }: Platform,
  event: events.Event,
  row: store.Row,
): Promise<AttendeeView> {
  const { id, firstName, lastName, companyName, status, reason, registeredAt, checkedInAt, code, qrCodePayload } = row
  const now = clock.now()
  const waiting = isRowUnconfirmed(row)
    ? row.waitingSince !== null
    : (await waitingAmong(db, event, [row], now)).has(id)
  return {
    ...{ id, firstName, lastName, companyName, status, reason, registeredAt, checkedInAt },
    offer: offerOf(event, row, now),
    waiting,
    offerComesAt: waiting ? undefined : findMorningOffer(event, row, now, config.timeZone),
    confirmation:
      row.confirmBy && isRowUnconfirmed(row) ? { by: row.confirmBy, keepsPlace: holdsPlace(row, now) } : null,
    eventCancelledAt: event.cancelledAt,
    eventCancellationReason: event.cancellationReason,
    qr: qrCodePayload && !event.cancelledAt ? { code, payload: qrCodePayload, ...qrPath(qrCodePayload) } : null,
  }
}
