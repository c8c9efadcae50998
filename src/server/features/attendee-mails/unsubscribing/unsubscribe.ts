import * as events from '#server/features/events/service.ts'
import * as registrations from '#server/features/registrations/service.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import { withdrawNotices } from '../store.ts'
import { canUnsubscribe } from './token.ts'

/** Switches reminders and messages of one event off or on again; registration emails are still sent. */
export async function setMailsOff(
  platform: Platform,
  key: string,
  token: string,
  mailsOff: boolean,
): Promise<{ mailsOff: boolean }> {
  const { db, clock } = platform
  const event = await events.findByKey(db, key)
  const id = event && registrations.registrationIdOf(token)
  if (!event || !id || !canUnsubscribe(event, token, { id })) throw new Problem('registration-gone')
  await db.transaction(async (tx) => {
    // The lock waits for a running mailing, so that its queued emails are withdrawn too.
    const row = await registrations.lock(tx, event.id, id)
    if (!row) throw new Problem('registration-gone')
    if ((row.mailsOffAt !== null) === mailsOff) return
    await registrations.setMailsOff(tx, id, mailsOff ? clock.now() : null)
    if (mailsOff) await withdrawNotices(tx, { registrationId: id }, ['reminder', 'message'])
  })
  return { mailsOff }
}
