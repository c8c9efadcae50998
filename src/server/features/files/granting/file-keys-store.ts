import { and, eq, ne } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/client.ts'
import type { NewUpload, Upload } from '../store.ts'
import { uploads } from '../tables.ts'

type Keyed = Pick<NewUpload, 'companyId' | 'taskId' | 'fileKey'>

/** Finds the earlier upload with this key, for the same company and task. */
export async function findByKey(db: Db, { companyId, taskId, fileKey }: Keyed): Promise<Upload | undefined> {
  if (!taskId || !fileKey) return undefined
  const isSame = and(eq(uploads.companyId, companyId), eq(uploads.taskId, taskId), eq(uploads.fileKey, fileKey))
  const [upload] = await db
    .select()
    .from(uploads)
    .where(and(isSame, ne(uploads.state, 'discarded')))
  return upload
}

const isAsFound = ({ path, grantHash }: Pick<Upload, 'path' | 'grantHash'>) =>
  and(eq(uploads.path, path), eq(uploads.state, 'granted'), eq(uploads.grantHash, grantHash))

/** Replaces the grant of an upload and invalidates the old grant. False if the old grant was spent in the meantime. */
export async function renewGrant(tx: Tx, found: Upload, requested: NewUpload): Promise<boolean> {
  const { userId = null, sessionId = null, grantHash, grantExpiresAt } = requested
  const renewed = await tx
    .update(uploads)
    .set({ userId, sessionId, grantHash, grantExpiresAt })
    .where(isAsFound(found))
    .returning({ path: uploads.path })
  return renewed.length > 0
}

/** Discards the upload; a request that still receives its bytes fails at the end. */
export async function giveUp(tx: Tx, found: Upload) {
  await tx.update(uploads).set({ state: 'discarded' }).where(isAsFound(found))
}
