import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'
import { uploads } from '../tables.ts'

/**
 * Discards the files and clears personal data from their rows; returns the paths. `removeForgotten` deletes the bytes
 * later.
 */
export async function eraseFilesOf(tx: Tx, companyId: string): Promise<string[]> {
  const nameless = {
    fileName: '',
    senderName: null,
    fileKey: null,
    capturedAt: null,
    sha256: null,
    pictureSha256: null,
    fault: null,
  }
  const erased = await tx
    .update(uploads)
    .set({ state: 'discarded', userId: null, sessionId: null, ownerId: null, ...nameless })
    .where(eq(uploads.companyId, companyId))
    .returning({ path: uploads.path })
  return erased.map(({ path }) => path)
}
