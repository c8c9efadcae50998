import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'
import { uploads } from '../tables.ts'

/** Nobody sees them from here on, and their rows say nothing about anybody; says which. Their bytes go with `removeForgotten`. */
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
