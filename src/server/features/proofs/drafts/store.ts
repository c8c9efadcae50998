import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lt, max, not, or, sql } from 'drizzle-orm'
import { companies } from '#server/features/companies/tables.ts'
import { uploads } from '#server/features/files/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { rowsOf } from '#server/platform/database/rows.ts'
import { captureGuests, captureLinks, proofDraftFiles, proofDrafts, taskProofs } from '../tables.ts'

export type DraftRow = typeof proofDrafts.$inferSelect
type FileRow = typeof proofDraftFiles.$inferSelect
export type CollectedFile = FileRow & { upload: typeof uploads.$inferSelect }

export async function find(db: Db, companyId: string, taskId: string): Promise<DraftRow | undefined> {
  const [draft] = await db.select().from(proofDrafts).where(isDraftOf(companyId, taskId))
  return draft
}

/** Idempotent insert: two concurrent callers share the same draft. */
export async function createIfMissing(tx: Tx, draft: Omit<DraftRow, 'id'>) {
  await tx
    .insert(proofDrafts)
    .values(draft)
    .onConflictDoNothing({ target: [proofDrafts.companyId, proofDrafts.taskId] })
}

export async function lock(tx: Tx, companyId: string, taskId: string): Promise<DraftRow | undefined> {
  const [draft] = await tx.select().from(proofDrafts).where(isDraftOf(companyId, taskId)).for('update')
  return draft
}

export async function update(tx: Tx, id: string, changes: Partial<Pick<DraftRow, 'contentType' | 'touchedAt'>>) {
  await tx.update(proofDrafts).set(changes).where(eq(proofDrafts.id, id))
}

const inOrder = [asc(proofDraftFiles.position), asc(proofDraftFiles.addedAt), asc(proofDraftFiles.path)]

/** Lists the draft's files that have arrived and are unused, in the draft's order. */
export async function filesOf(db: Db, draftId: string): Promise<CollectedFile[]> {
  const rows = await db
    .select({ file: proofDraftFiles, upload: uploads })
    .from(proofDraftFiles)
    .innerJoin(uploads, eq(uploads.path, proofDraftFiles.path))
    .where(and(eq(proofDraftFiles.draftId, draftId), eq(uploads.state, 'stored')))
    .orderBy(...inOrder)
  return rows.map(({ file, upload }) => ({ ...file, upload }))
}

/** Counts the draft's arrived and expected files, and finds the last position. */
export async function measure(db: Db, draftId: string, now: Date): Promise<{ count: number; lastPosition: number }> {
  const isExpected = and(eq(uploads.state, 'granted'), gt(uploads.grantExpiresAt, now))
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, lastPosition: max(proofDraftFiles.position) })
    .from(proofDraftFiles)
    .innerJoin(uploads, eq(uploads.path, proofDraftFiles.path))
    .where(and(eq(proofDraftFiles.draftId, draftId), or(eq(uploads.state, 'stored'), isExpected)))
  return { count: row?.count ?? 0, lastPosition: row?.lastPosition ?? 0 }
}

/** Upserts files into a draft; a file of another draft moves. */
export async function putFiles(tx: Tx, files: Omit<FileRow, 'chosen'>[]) {
  if (files.length === 0) return
  await tx
    .insert(proofDraftFiles)
    .values(files)
    .onConflictDoUpdate({
      target: proofDraftFiles.path,
      set: { draftId: sql`excluded.draft_id`, position: sql`excluded.position`, chosen: null },
    })
}

/** Writes the position and choice of every file. */
export async function arrange(tx: Tx, draftId: string, files: Pick<FileRow, 'path' | 'position' | 'chosen'>[]) {
  const { path, position, chosen } = proofDraftFiles
  await tx.execute(sql`update ${proofDraftFiles} set position = given.position, chosen = given.chosen
    from ${rowsOf('given', { path, position, chosen }, files)}
    where ${proofDraftFiles}.path = given.path and ${proofDraftFiles}.draft_id = ${draftId}`)
}

/** Lists the company's drafts that have files, with the number of files. */
export async function listOfCompany(db: Db, companyId: string) {
  return db
    .select({ taskId: proofDrafts.taskId, touchedAt: proofDrafts.touchedAt, files: sql<number>`count(*)::int` })
    .from(proofDrafts)
    .innerJoin(proofDraftFiles, eq(proofDraftFiles.draftId, proofDrafts.id))
    .innerJoin(uploads, eq(uploads.path, proofDraftFiles.path))
    .where(and(eq(proofDrafts.companyId, companyId), eq(uploads.state, 'stored')))
    .groupBy(proofDrafts.id)
    .orderBy(asc(proofDrafts.taskId))
}

/** Reads the opening and archiving times of a task. */
export async function findTask(db: Db, taskId: string) {
  const [task] = await db
    .select({ archivedAt: tasks.archivedAt, opensAt: tasks.opensAt })
    .from(tasks)
    .where(eq(tasks.id, taskId))
  return task
}

/** Locks drafts with files whose time is over. `skip locked` leaves a draft to somebody who is changing it. */
export async function lockEnded(tx: Tx, before: Date, most: number) {
  const isOver = or(lt(proofDrafts.touchedAt, before), and(isNotNull(tasks.archivedAt), not(mayTryAgain(tx))))
  return tx
    .select({ id: proofDrafts.id, ownerId: companies.userId })
    .from(proofDrafts)
    .innerJoin(tasks, eq(tasks.id, proofDrafts.taskId))
    .innerJoin(companies, eq(companies.id, proofDrafts.companyId))
    .where(and(isOver, hasFiles(tx)))
    .orderBy(asc(proofDrafts.touchedAt), asc(proofDrafts.id))
    .limit(most)
    .for('update', { of: proofDrafts, skipLocked: true })
}

export async function pathsOf(db: Db, draftIds: string[]): Promise<string[]> {
  if (draftIds.length === 0) return []
  const rows = await db
    .select({ path: uploads.path })
    .from(proofDraftFiles)
    .innerJoin(uploads, eq(uploads.path, proofDraftFiles.path))
    .where(and(inArray(proofDraftFiles.draftId, draftIds), eq(uploads.state, 'stored')))
  return rows.map(({ path }) => path)
}

/** Lists files that were collected for a deleted task. */
export async function listOrphans(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .select({ path: uploads.path })
    .from(uploads)
    .leftJoin(proofDraftFiles, eq(proofDraftFiles.path, uploads.path))
    .where(and(eq(uploads.state, 'stored'), isNotNull(uploads.taskId), isNull(proofDraftFiles.path)))
    .limit(most)
  return rows.map(({ path }) => path)
}

/** Deletes drafts that are unchanged since this moment and have no file left, submitted or not. */
export async function removeEmpty(tx: Tx, before: Date) {
  const anyFile = tx
    .select({ path: proofDraftFiles.path })
    .from(proofDraftFiles)
    .where(eq(proofDraftFiles.draftId, proofDrafts.id))
  const empty = tx
    .select({ id: proofDrafts.id })
    .from(proofDrafts)
    .where(and(lt(proofDrafts.touchedAt, before), not(exists(anyFile))))
    .for('update', { skipLocked: true })
  await tx.delete(proofDrafts).where(inArray(proofDrafts.id, empty))
}

/**
 * Deletes team links that ended before this moment, with the names of their guests. A link stays while a guest's file
 * exists.
 */
export async function removeOldLinks(tx: Tx, before: Date) {
  const anyFile = tx
    .select({ path: proofDraftFiles.path })
    .from(proofDraftFiles)
    .innerJoin(captureGuests, eq(captureGuests.id, proofDraftFiles.guestId))
    .where(eq(captureGuests.linkId, captureLinks.id))
  const isOver = or(lt(captureLinks.expiresAt, before), lt(captureLinks.revokedAt, before))
  await tx.delete(captureLinks).where(and(isOver, not(exists(anyFile))))
}

const isDraftOf = (companyId: string, taskId: string) =>
  and(eq(proofDrafts.companyId, companyId), eq(proofDrafts.taskId, taskId))

const hasFiles = (db: Db) =>
  exists(
    db
      .select({ path: uploads.path })
      .from(proofDraftFiles)
      .innerJoin(uploads, eq(uploads.path, proofDraftFiles.path))
      .where(and(eq(proofDraftFiles.draftId, proofDrafts.id), eq(uploads.state, 'stored'))),
  )

/** A company with a rejected proof may try again, also after the task was archived. */
const mayTryAgain = (db: Db) =>
  exists(
    db
      .select({ id: taskProofs.id })
      .from(taskProofs)
      .where(
        and(
          eq(taskProofs.companyId, proofDrafts.companyId),
          eq(taskProofs.taskId, proofDrafts.taskId),
          eq(taskProofs.status, 'rejected'),
        ),
      ),
  )
