import type { Tx } from '#server/platform/database/client.ts'
import { type Mail, postMany, prepareMail } from '#server/platform/mail/outbox.ts'
import { publishChanges } from '../changes.ts'
import type { Row } from '../store.ts'
import { addNotices, type NoticeKind, nameLastMail } from './notice-store.ts'

type Notice = { kind: NoticeKind; subject: string; eventId: string; now: Date }

/** Posts one email to each of these attendees, whose rows are locked, unless they had it already. */
export async function postNotices(tx: Tx, notice: Notice, attendees: Row[], mailFor: (attendee: Row) => Mail) {
  if (attendees.length === 0) return
  const prepared = attendees.map((attendee) => ({
    registrationId: attendee.id,
    mail: prepareMail(mailFor(attendee)),
  }))
  const notices = prepared.map(({ registrationId, mail }) => ({ registrationId, mailId: mail.id }))
  const added = await addNotices(tx, notice, notices)
  const isAdded = ({ registrationId }: { registrationId: string }) => added.has(registrationId)
  if (added.size === 0) return
  await postMany(
    tx,
    prepared.filter(isAdded).map(({ mail }) => mail),
    notice.now,
  )
  // A message says nothing about the registration: whoever asks for the last email means another one.
  if (notice.kind !== 'message') await nameLastMail(tx, notices.filter(isAdded), notice.now)
  await publishChanges(tx, notice.eventId)
}
