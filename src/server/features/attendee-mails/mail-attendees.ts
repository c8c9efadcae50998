import type { Event } from '#server/features/events/service.ts'
import * as registrations from '#server/features/registrations/service.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { type Mail, postMany, prepareMail } from '#server/platform/mail/outbox.ts'
import { inPortions } from '#server/platform/mail/portions.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

type Mailing = {
  /** Read in the transaction of each portion; undefined ends the mailing. */
  findEvent(tx: Tx): Promise<Event | undefined>
  /** Attendees who have not been mailed. */
  recipients: store.Recipients
  /** Rows of a portion stay locked while its mails are made. */
  portionSize: number
  mailFor(context: registrations.MailContext, attendee: registrations.Row, now: Date): Mail
  /** Records the mails, so that the next portion leaves these attendees out. Returns those to post. */
  record(tx: Tx, mails: store.PostedMail[], now: Date): Promise<store.PostedMail[]>
}

/** Mails every recipient once, portion by portion. An aborted mailing throws; the next run continues it. */
export async function mailAttendees(platform: Platform, mailing: Mailing, stopping?: AbortSignal) {
  const isDone = await inPortions(platform.db, stopping, (tx) => mailPortion(tx, platform, mailing))
  if (!isDone) stopping?.throwIfAborted()
}

/** Records a notice, which goes to each attendee once. */
export const recordNotice = (notice: store.Notice) => async (tx: Tx, mails: store.PostedMail[], now: Date) => {
  const added = await store.addNotices(tx, notice, mails, now)
  // A message does not concern the registration, so it is not its last mail.
  if (notice.kind !== 'message') await registrations.saveLastMails(tx, added, now)
  return added
}

/** Returns true if there may be more recipients. */
async function mailPortion(tx: Tx, { clock, config }: Platform, mailing: Mailing): Promise<boolean> {
  const { findEvent, recipients, portionSize, mailFor, record } = mailing
  const event = await findEvent(tx)
  const attendees = event ? await store.lockRecipients(tx, recipients, portionSize) : []
  if (!event || attendees.length === 0) return false
  const now = clock.now()
  const prepared = attendees.map((attendee) => ({
    registrationId: attendee.id,
    mail: prepareMail(mailFor({ event, attendee, config }, attendee, now)),
  }))
  const posted = await record(
    tx,
    prepared.map(({ registrationId, mail }) => ({ registrationId, mailId: mail.id })),
    now,
  )
  if (posted.length > 0) {
    const ids = new Set(posted.map(({ mailId }) => mailId))
    await postMany(
      tx,
      prepared.map(({ mail }) => mail).filter(({ id }) => ids.has(id)),
      now,
    )
    await registrations.publishChanges(tx, event.id)
  }
  return attendees.length === portionSize
}
