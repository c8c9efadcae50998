import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'
import { doorScans } from './tables.ts'

/** Keeps the scans and replaces their scanner by a pseudonym. */
export async function eraseScanner(tx: Tx, email: string, pseudonym: string) {
  await tx.update(doorScans).set({ scannedBy: pseudonym }).where(eq(doorScans.scannedBy, email))
}
