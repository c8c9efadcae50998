import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { placeholder, prepareQuery } from '#server/platform/database/prepared.ts'
import { uploads } from './tables.ts'

export type Upload = typeof uploads.$inferSelect

export const isThere = ne(uploads.state, 'discarded')

export type NewUpload = typeof uploads.$inferInsert

/** False when a file with this key is expected or there: of many who ask at once, one inserts. */
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

/** How many of them are still there and were changed. */
export async function update(tx: Tx, paths: string[], changes: Partial<typeof uploads.$inferInsert>): Promise<number> {
  if (paths.length === 0) return 0
  const changed = await tx
    .update(uploads)
    .set(changes)
    .where(and(inArray(uploads.path, paths), isThere))
    .returning({ path: uploads.path })
  return changed.length
}

/** One after the other for each company: what a sum allows must not be allowed twice. */
export async function lockQuotaOf(tx: Tx, companyId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${companyId}))`)
}

/** Only what is still expected: somebody else may have used it meanwhile. */
export async function markArrived(tx: Tx, paths: string[], storedAt: Date) {
  if (paths.length === 0) return
  await tx
    .update(uploads)
    .set({ state: 'stored', storedAt })
    .where(and(inArray(uploads.path, paths), eq(uploads.state, 'granted')))
}

/** What this company was allowed to send lately and has not been heard of since. */
export async function expectedOf(db: Db, companyId: string, since: Date): Promise<Upload[]> {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.companyId, companyId), eq(uploads.state, 'granted'), gt(uploads.createdAt, since)))
    .orderBy(desc(uploads.createdAt), uploads.path)
    .limit(20)
}

/** Using the grant up and learning for what it was is one statement: of two at once one gets it. */
export async function takeGrant(tx: Tx, path: string, grantHash: string, now: Date): Promise<Upload | undefined> {
  // Need not outlive a crash, in which the bytes are lost too: the video does not wait for a disk that is busy with others.
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

/** A file that is sent in pieces, for whoever has its secret: one that is not whole yet, only if it is younger than that. */
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

/** What this person may still send, but for one session. Nobody can use it any more; its bytes go with the row. */
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

/** Uploaded and never used, or granted and never sent. What is part of a draft is kept as long as the draft. */
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

/** One statement: what is used in the same moment stays. */
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

/** What the store should have, in the order of its names. */
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

/** Only what nobody uses: a row that is in use stays, whoever asks. */
export async function remove(tx: Tx, paths: string[]) {
  if (paths.length > 0) await tx.delete(uploads).where(and(inArray(uploads.path, paths), ne(uploads.state, 'claimed')))
}
