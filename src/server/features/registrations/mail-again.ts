import type { Event } from '#server/features/events/service.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { post } from '#server/platform/mail/outbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { approvedMail, receivedMail, rejectedMail } from './mail.ts'
import { tell, waitingAmong } from './service.ts'
import * as store from './store.ts'

/** What anybody can ask for must not fill a stranger's mailbox. */
const pauseBetween = minutes(10)

/** The mail that fits the present status, at most one in ten minutes. */
export async function mailAgain(platform: Platform, event: Event, { id }: store.Row) {
  const { db, clock } = platform
  const now = clock.now()
  await db.transaction(async (tx) => {
    const row = await store.takeMailTurn(tx, id, now, after(now, -pauseBetween))
    if (!row || row.status === 'cancelled') return
    await postStatus(tx, platform, event, row, now)
    await tell(tx, event.id)
  })
}

export async function postStatus(
  tx: Tx,
  { config }: Platform,
  event: Event,
  row: store.Row,
  now: Date,
): Promise<store.Row> {
  const about = { event, attendee: row, config }
  const mail =
    row.status === 'approved' && row.qrCodePayload
      ? approvedMail(about, row.qrCodePayload, now)
      : row.status === 'rejected'
        ? rejectedMail(about, row.reason)
        : receivedMail(about, (await waitingAmong(tx, event, [row])).has(row.id))
  const mailId = await post(tx, mail, now)
  return store.update(tx, row.id, { mailId, mailedAt: now })
}
