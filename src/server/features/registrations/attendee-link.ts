import type { z } from 'zod'
import type { OwnRegistration, resendOwnMail } from '#contract/registrations/endpoints.ts'
import { pauseSentence } from '#contract/registrations/pause.ts'
import * as events from '#server/features/events/service.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { post } from '#server/platform/mail/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { cancelledMail } from './mails/mail.ts'
import { qrPath } from './mails/qr.ts'
import { resendMail } from './mails/resend.ts'
import { publishChanges, waitingAmong } from './service.ts'
import * as store from './store.ts'
import { opensRegistration, registrationIdOf } from './token.ts'

type Own = z.input<typeof OwnRegistration>
type Resent = z.input<typeof resendOwnMail.reply>

export async function read(platform: Platform, key: string, token: string): Promise<Own> {
  const { event, row } = await opened(platform, key, token)
  return shown(platform, event, row)
}

/** The place is free again, and the code opens nothing any more. */
export async function cancel(platform: Platform, key: string, token: string): Promise<Own> {
  const { event, row: seen } = await opened(platform, key, token)
  const now = platform.clock.now()
  const cancelled = await platform.db.transaction(async (tx) => {
    const row = await store.lock(tx, event.id, seen.id)
    if (!row) throw new Problem('registration-gone')
    if (row.status === 'cancelled') return row
    if (event.cancelledAt) throw new Problem('event-cancelled')
    if (row.checkedIn) throw new Problem('already-inside')
    const taken = { status: 'cancelled' as const, decidedAt: now, decidedBy: null, reason: null }
    await store.update(tx, row.id, { ...taken, qrCodePayload: null, qrCodeIssuedAt: null })
    const mail = cancelledMail({ event, attendee: row, config: platform.config }, row.status === 'approved', now)
    const mailId = await post(tx, mail, now)
    const told = await store.update(tx, row.id, { mailId, mailedAt: now })
    await publishChanges(tx, event.id)
    return told
  })
  return shown(platform, event, cancelled)
}

export async function resend(platform: Platform, key: string, token: string): Promise<Resent> {
  const { event, row } = await opened(platform, key, token)
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

/** What a token opens, and nothing else: a wrong one and a deleted registration look the same. */
async function opened({ db }: Platform, key: string, token: string) {
  const event = await events.findByKey(db, key)
  const id = event && registrationIdOf(token)
  const row = id ? await store.find(db, event.id, id) : undefined
  if (!event || !row || !opensRegistration(event, token, row)) throw new Problem('registration-gone')
  return { event, row }
}

async function shown({ db }: Platform, event: events.Event, row: store.Row): Promise<Own> {
  const { id, firstName, lastName, companyName, status, reason, registeredAt, checkedInAt, code, qrCodePayload } = row
  return {
    ...{ id, firstName, lastName, companyName, status, reason, registeredAt, checkedInAt },
    waiting: (await waitingAmong(db, event, [row])).has(id),
    eventCancelledAt: event.cancelledAt,
    eventCancellationReason: event.cancellationReason,
    qr: qrCodePayload && !event.cancelledAt ? { code, payload: qrCodePayload, ...qrPath(qrCodePayload) } : null,
  }
}
