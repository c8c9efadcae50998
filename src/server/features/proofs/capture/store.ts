import { and, asc, count, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'
import { uploads } from '#server/features/files/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { captureGuests, captureLinks, proofDraftFiles, proofDrafts } from '../tables.ts'

type LinkRow = typeof captureLinks.$inferSelect
export type GuestRow = typeof captureGuests.$inferSelect

const withGuests = {
  id: captureLinks.id,
  taskId: captureLinks.taskId,
  createdAt: captureLinks.createdAt,
  expiresAt: captureLinks.expiresAt,
  revokedAt: captureLinks.revokedAt,
  guests: sql<number>`(select count(*)::int from capture_guests where capture_guests.link_id = capture_links.id)`,
}

export async function insertLink(tx: Tx, link: typeof captureLinks.$inferInsert): Promise<LinkRow> {
  const [created] = await tx.insert(captureLinks).values(link).returning()
  if (!created) throw new Error('insert returned no row')
  return created
}

export async function countWorking(tx: Tx, companyId: string, taskId: string, now: Date): Promise<number> {
  return tx.$count(
    captureLinks,
    and(eq(captureLinks.companyId, companyId), eq(captureLinks.taskId, taskId), isWorking(now)),
  )
}

export async function listWorking(db: Db, companyId: string, taskId: string, now: Date) {
  return db
    .select(withGuests)
    .from(captureLinks)
    .where(and(eq(captureLinks.companyId, companyId), eq(captureLinks.taskId, taskId), isWorking(now)))
    .orderBy(asc(captureLinks.createdAt), asc(captureLinks.id))
}

export async function findOfCompany(db: Db, companyId: string, id: string) {
  const [link] = await db
    .select(withGuests)
    .from(captureLinks)
    .where(and(eq(captureLinks.id, id), eq(captureLinks.companyId, companyId)))
  return link
}

/** False if the link was already revoked or belongs to another company. */
export async function revoke(tx: Tx, companyId: string, id: string, now: Date): Promise<boolean> {
  const revoked = await tx
    .update(captureLinks)
    .set({ revokedAt: now })
    .where(and(eq(captureLinks.id, id), eq(captureLinks.companyId, companyId), isNull(captureLinks.revokedAt)))
    .returning({ id: captureLinks.id })
  return revoked.length > 0
}

/** Lists files that guests of a link were granted and have not sent yet. */
export async function listGranted(db: Db, linkId: string): Promise<string[]> {
  const rows = await db
    .select({ path: uploads.path })
    .from(proofDraftFiles)
    .innerJoin(uploads, eq(uploads.path, proofDraftFiles.path))
    .innerJoin(captureGuests, eq(captureGuests.id, proofDraftFiles.guestId))
    .where(and(eq(captureGuests.linkId, linkId), eq(uploads.state, 'granted')))
  return rows.map(({ path }) => path)
}

/** Finds a working link: not revoked, not expired, for an open task, and of a company whose account may sign in. */
export async function findWorking(db: Db, tokenHash: string, now: Date) {
  const [found] = await db
    .select({
      link: captureLinks,
      taskTitle: tasks.title,
      taskDescription: tasks.description,
      companyName: companies.name,
      ownerId: users.id,
    })
    .from(captureLinks)
    .innerJoin(tasks, eq(tasks.id, captureLinks.taskId))
    .innerJoin(companies, eq(companies.id, captureLinks.companyId))
    .innerJoin(users, eq(users.id, companies.userId))
    .where(and(eq(captureLinks.tokenHash, tokenHash), isWorking(now), isOpen(now), isNull(users.disabledAt)))
  return found
}

export type WorkingLink = NonNullable<Awaited<ReturnType<typeof findWorking>>>

/** Takes a share lock until the transaction ends, so a link is not revoked during a grant. */
export async function lockLink(tx: Tx, id: string, now: Date): Promise<boolean> {
  const found = await tx
    .select({ id: captureLinks.id })
    .from(captureLinks)
    .where(and(eq(captureLinks.id, id), isWorking(now)))
    .for('share')
  return found.length > 0
}

export async function findGuest(db: Db, linkId: string, deviceHash: string): Promise<GuestRow | undefined> {
  const [guest] = await db
    .select()
    .from(captureGuests)
    .where(and(eq(captureGuests.linkId, linkId), eq(captureGuests.deviceHash, deviceHash)))
  return guest
}

/** Upserts the device's row, with a name if given. */
export async function saveGuest(
  tx: Tx,
  guest: Pick<GuestRow, 'linkId' | 'deviceHash' | 'createdAt'> & { firstName?: string | null },
): Promise<GuestRow> {
  const [saved] = await tx
    .insert(captureGuests)
    .values(guest)
    .onConflictDoUpdate({
      target: [captureGuests.linkId, captureGuests.deviceHash],
      set: guest.firstName === undefined ? { linkId: guest.linkId } : { firstName: guest.firstName },
    })
    .returning()
  if (!saved) throw new Error('insert returned no row')
  return saved
}

/** Lists a guest's files in these states, in the order in which they were added. */
export async function filesOfGuest(db: Db, guestId: string, states: ('granted' | 'stored' | 'claimed')[]) {
  const rows = await db
    .select({ upload: uploads })
    .from(proofDraftFiles)
    .innerJoin(uploads, eq(uploads.path, proofDraftFiles.path))
    .where(and(eq(proofDraftFiles.guestId, guestId), inArray(uploads.state, states)))
    .orderBy(asc(proofDraftFiles.addedAt), asc(proofDraftFiles.path))
  return rows.map(({ upload }) => upload)
}

/** Counts files that a guest has added or may still send. */
export async function countFiles(db: Db, guestId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ files: count() })
    .from(proofDraftFiles)
    .innerJoin(uploads, eq(uploads.path, proofDraftFiles.path))
    .where(
      and(
        eq(proofDraftFiles.guestId, guestId),
        sql`(${uploads.state} = 'stored' or ${uploads.state} = 'granted' and ${uploads.grantExpiresAt} > ${now.toISOString()}::timestamptz)`,
      ),
    )
  return row?.files ?? 0
}

export async function contentTypeOf(db: Db, companyId: string, taskId: string): Promise<'image' | 'video'> {
  const [draft] = await db
    .select({ contentType: proofDrafts.contentType })
    .from(proofDrafts)
    .where(and(eq(proofDrafts.companyId, companyId), eq(proofDrafts.taskId, taskId)))
  return draft?.contentType ?? 'image'
}

const isWorking = (now: Date) => and(isNull(captureLinks.revokedAt), gt(captureLinks.expiresAt, now))

const isOpen = (now: Date) =>
  and(
    isNull(tasks.archivedAt),
    or(isNull(tasks.opensAt), lte(tasks.opensAt, now)),
    or(isNull(tasks.closesAt), gt(tasks.closesAt, now)),
  )
