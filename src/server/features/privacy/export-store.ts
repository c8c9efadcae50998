import { eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { attendeeNotices } from '#server/features/attendee-mails/tables.ts'
import { users } from '#server/features/auth/tables.ts'
import { companies, companySizes, teamSizeChanges } from '#server/features/companies/tables.ts'
import { doorScans } from '#server/features/door/tables.ts'
import { uploads } from '#server/features/files/tables.ts'
import { notificationChoices, pushDevices } from '#server/features/notifications/tables.ts'
import { pointEntries } from '#server/features/points/tables.ts'
import { captureLinks, proofDrafts, taskProofs } from '#server/features/proofs/tables.ts'
import { registrations } from '#server/features/registrations/tables.ts'
import { reports } from '#server/features/reports/tables.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import type { Db } from '#server/platform/database/client.ts'
import { isMailOf, type MailsOf } from '#server/platform/mail/erase-mails.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import { sessions } from '#server/platform/sessions/tables.ts'

type Whose = { userIds: string[]; companyIds: string[]; registrationIds: string[]; mails: MailsOf }

/** Reads all rows of these people and companies, except secrets, other people's names and internal columns. */
export async function readPersonalData(db: Db, { userIds, companyIds, registrationIds, mails }: Whose) {
  const proofs = await list(db, taskProofs, inArray(taskProofs.companyId, companyIds), ['reviewedBy', 'claimedBy'])
  const subjectIds = [...userIds, ...companyIds, ...proofs.map(({ id }) => String(id)), ...registrationIds]
  return {
    accounts: await list(db, users, inArray(users.id, userIds), ['password']),
    companies: await list(db, companies, inArray(companies.id, companyIds), ['nameKey']),
    teamSizes: await list(db, companySizes, inArray(companySizes.companyId, companyIds), ['changedBy']),
    teamSizeChanges: await list(db, teamSizeChanges, inArray(teamSizeChanges.companyId, companyIds), [
      'askedBy',
      'decidedBy',
    ]),
    pointEntries: await list(db, pointEntries, inArray(pointEntries.companyId, companyIds), ['actorId']),
    proofs,
    drafts: await list(db, proofDrafts, inArray(proofDrafts.companyId, companyIds)),
    teamLinks: await list(db, captureLinks, inArray(captureLinks.companyId, companyIds), ['tokenHash']),
    files: await list(db, uploads, inArray(uploads.companyId, companyIds), [
      ...(['senderName', 'grantHash', 'sessionId', 'partsId', 'leaseId', 'leasedUntil', 'fileKey'] as const),
    ]),
    reports: await list(db, reports, inArray(reports.companyId, companyIds), ['requestedBy']),
    registrations: await list(db, registrations, inArray(registrations.id, registrationIds), [
      'decidedBy',
      'foundBy',
      'sourceHash',
    ]),
    doorScans: await list(db, doorScans, inArray(doorScans.registrationId, registrationIds), ['scannedBy']),
    notices: await list(db, attendeeNotices, inArray(attendeeNotices.registrationId, registrationIds)),
    notificationChoices: await list(db, notificationChoices, inArray(notificationChoices.userId, userIds)),
    devices: await list(db, pushDevices, inArray(pushDevices.userId, userIds), ['sid', 'p256dh', 'auth']),
    sessions: await list(db, sessions, inArray(sql`(${sessions.sess} ->> 'userId')`, userIds), ['sid']),
    emails: await list(db, outbox, isMailOf(mails), ['leasedUntil']),
    // Leaves out the actor of an entry, who is another person.
    auditEntries: await list(
      db,
      auditEntries,
      or(inArray(auditEntries.actorId, userIds), inArray(auditEntries.subjectId, subjectIds)),
      ['actor', 'actorId'],
    ),
  }
}

async function list<T extends PgTable>(
  db: Db,
  table: T,
  where: SQL | undefined,
  without: (keyof T['$inferSelect'] & string)[] = [],
): Promise<Record<string, unknown>[]> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name))
  // Sorts by the first column that is not JSON, because PostgreSQL cannot sort JSON.
  const [, first] = columns.find(([, column]) => column.dataType !== 'json') ?? []
  const query = db.select(Object.fromEntries(columns)).from(table as PgTable)
  return query.where(where ?? eq(sql`true`, false)).orderBy(first ?? sql`1`)
}
