import { and, eq, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { registrations as r } from '#server/features/registrations/tables.ts'
import { hasNotice, type Recipients } from '../store.ts'

/** `moment` is when the reminder was due: attendees approved later got an email with everything in it since. */
type Reminder = { eventId: string; subject: string; moment: Date }

export const dueFor = ({ eventId, subject, moment }: Reminder): Recipients =>
  and(
    eq(r.eventId, eventId),
    eq(r.status, 'approved'),
    isNotNull(r.qrCodePayload),
    isNull(r.mailsOffAt),
    sql`coalesce(${r.approvedAt}, ${r.registeredAt}) <= ${moment.toISOString()}::timestamptz`,
    not(hasNotice({ kind: 'reminder', subject })),
  )
