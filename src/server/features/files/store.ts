import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { placeholder, prepareQuery } from '#server/platform/database/prepared.ts'
import { uploads } from './tables.ts'

export type Upload = typeof uploads.$inferSelect

export const isThere = ne(uploads.state, 'discarded')

export type NewUpload = typeof uploads.$inferInsert

/** False if a file with this key is expected or stored; only the first of concurrent inserts succeeds. */
export async function insert(tx: Tx, upload: NewUpload): Promise<boolean> {
  const inserted = await tx.insert(uploads).values(upload).onConflictDoNothing().returning({ path: uploads.path })
  return inserted.length > 0
}

export async function find(db: Db, path: string): Promise<Upload | undefined> {
  const [upload] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.path, path), isThere))
  return upload
}

const findManyQuery = prepareQuery('find-uploads', (db) =>
  db
    .select()
    .from(uploads)
    .where(and(sql`${uploads.path} = any(${placeholder('paths')}::text[])`, isThere)),
)

export async function findMany(db: Db, paths: string[]): Promise<Upload[]> {
  return paths.length === 0 ? [] : findManyQuery(db, { paths })
}

export async function lockMany(tx: Tx, paths: string[]): Promise<Upload[]> {
  return tx
    .select()
    .from(uploads)
    .where(and(inArray(uploads.path, paths), isThere))
    .orderBy(asc(uploads.path))
    .for('update')
}

/** Returns the number of rows that still existed and were changed. */
export async function update(tx: Tx, paths: string[], changes: Partial<typeof uploads.$inferInsert>): Promise<number> {
  if (paths.length === 0) return 0
  const changed = await tx
    .update(uploads)
    .set(changes)
    .where(and(inArray(uploads.path, paths), isThere))
    .returning({ path: uploads.path })
  return changed.length
}

/** Serializes grants per company, so two concurrent grants cannot both pass the quota check. */
export async function lockQuotaOf(tx: Tx, companyId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${companyId}))`)
}

/** Updates only files that are still expected, because another request may have used them. */
export async function markArrived(tx: Tx, paths: string[], storedAt: Date) {
  if (paths.length === 0) return
  await tx
    .update(uploads)
    .set({ state: 'stored', storedAt })
    .where(and(inArray(uploads.path, paths), eq(uploads.state, 'granted')))
}

/** Lists recently granted files of this company that have not arrived. */
export async function expectedOf(db: Db, companyId: string, since: Date): Promise<Upload[]> {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.companyId, companyId), eq(uploads.state, 'granted'), gt(uploads.createdAt, since)))
    .orderBy(desc(uploads.createdAt), uploads.path)
    .limit(20)
}

/**
 * Spends the grant and returns its upload in a single statement, so only the first of two concurrent requests succeeds.
 */
export async function takeGrant(tx: Tx, path: string, grantHash: string, now: Date): Promise<Upload | undefined> {
  // Commits asynchronously: a crash loses the bytes too, and the upload need not wait for a busy disk.
  await tx.execute(sql`set local synchronous_commit = off`)
  const [upload] = await tx
    .update(uploads)
    .set({ grantHash: '' })
    .where(
      and(
        eq(uploads.path, path),
        eq(uploads.grantHash, grantHash),
        isNull(uploads.partsId),
        eq(uploads.state, 'granted'),
        sql`${uploads.grantExpiresAt} > ${now.toISOString()}::timestamptz`,
      ),
    )
    .returning()
  return upload
}

/** Finds a resumable upload by its secret. An unfinished upload must be younger than `since`. */
export async function findResumable(
  db: Db,
  path: string,
  grantHash: string,
  since: Date,
): Promise<(Upload & { partsId: string }) | undefined> {
  const isOpen = or(ne(uploads.state, 'granted'), gt(uploads.createdAt, since))
  const [upload] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.path, path), eq(uploads.grantHash, grantHash), isThere, isOpen))
  return upload && upload.partsId !== null ? { ...upload, partsId: upload.partsId } : undefined
}

/** Discards a person's unused grants, except those of a single session. */
export async function discardGrantsOf(tx: Tx, userId: string, exceptSession?: string) {
  const others = exceptSession ? sql`${uploads.sessionId} is distinct from ${exceptSession}` : undefined
  await tx
    .update(uploads)
    .set({ state: 'discarded' })
    .where(and(eq(uploads.userId, userId), eq(uploads.state, 'granted'), others))
}

export async function moveGrants(tx: Tx, fromSession: string, toSession: string) {
  await tx.update(uploads).set({ sessionId: toSession }).where(eq(uploads.sessionId, fromSession))
}

export async function bytesOf(db: Db, companyId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${uploads.size}), 0)::float8` })
    .from(uploads)
    .where(eq(uploads.companyId, companyId))
  return row?.bytes ?? 0
}

export async function waitingOf(db: Db, companyId: string, purpose: Upload['purpose']): Promise<Upload[]> {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.companyId, companyId), eq(uploads.purpose, purpose), eq(uploads.state, 'stored')))
    .orderBy(desc(uploads.createdAt), uploads.path)
    .limit(200)
}

/**
 * Discards files that were uploaded but never used, or granted but never sent. Files of a draft stay as long as the
 * draft.
 */
export async function discardUnused(tx: Tx, before: Date, most: number) {
  const isUnused = or(eq(uploads.state, 'granted'), and(eq(uploads.state, 'stored'), isNull(uploads.taskId)))
  const old = tx
    .select({ path: uploads.path })
    .from(uploads)
    .where(and(isUnused, lt(uploads.createdAt, before)))
    .limit(most)
    .for('update', { skipLocked: true })
  await tx.update(uploads).set({ state: 'discarded' }).where(inArray(uploads.path, old))
}

/** A single statement, so a file that is used at the same moment stays. */
export async function discardIfUnused(tx: Tx, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const discarded = await tx
    .update(uploads)
    .set({ state: 'discarded' })
    .where(and(inArray(uploads.path, paths), inArray(uploads.state, ['granted', 'stored'])))
    .returning({ path: uploads.path })
  return discarded.map(({ path }) => path)
}

export async function findDiscarded(db: Db, path: string): Promise<Upload | undefined> {
  const [upload] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.path, path), eq(uploads.state, 'discarded')))
  return upload
}

/** Lists the stored files, in the order of their paths. */
export async function listStored(
  db: Db,
  behind: string,
  limit: number,
): Promise<Pick<Upload, 'path' | 'hasThumbnail'>[]> {
  return db
    .select({ path: uploads.path, hasThumbnail: uploads.hasThumbnail })
    .from(uploads)
    .where(and(inArray(uploads.state, ['stored', 'claimed']), gt(uploads.path, behind)))
    .orderBy(uploads.path)
    .limit(limit)
}

export async function listDiscarded(db: Db, most: number): Promise<string[]> {
  const found = await db.select({ path: uploads.path }).from(uploads).where(eq(uploads.state, 'discarded')).limit(most)
  return found.map(({ path }) => path)
}

/** Deletes unused rows only; a claimed row always stays. */
export async function remove(tx: Tx, paths: string[]) {
  if (paths.length > 0) await tx.delete(uploads).where(and(inArray(uploads.path, paths), ne(uploads.state, 'claimed')))
}
