import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'
import { eraseSessionsOf } from '#server/platform/sessions/sessions.ts'
import { oneTimeLinks, users } from './tables.ts'

/** Anonymises the account: its row stays for records that refer to it, and nobody can sign in with it. */
export async function eraseAccount(tx: Tx, id: string, now: Date) {
  await tx
    .update(users)
    .set({
      email: `erased-${id}@erased.invalid`,
      password: '',
      passwordExpiresAt: null,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      emailConfirmedAt: null,
      draft: null,
      disabledAt: now,
      erasedAt: now,
      updatedAt: now,
    })
    .where(eq(users.id, id))
  await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.userId, id))
  // End sessions that began during the erasure.
  await eraseSessionsOf(tx, id)
}
