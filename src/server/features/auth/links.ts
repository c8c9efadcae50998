import { after } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { hashSecret, newSecret } from '#server/platform/sessions/cookie.ts'
import * as store from './store.ts'

/** A link that works once, until it expires. The token leaves this process; only its hash stays. */
export async function createLink(
  tx: Tx,
  purpose: store.Purpose,
  validFor: number,
  now: Date,
  userId?: string,
): Promise<string> {
  const token = newSecret()
  await store.insertLink(tx, { tokenHash: hashSecret(token), purpose, userId, expiresAt: after(now, validFor) })
  return token
}

/** Whether the link would work now. Asked before anything costly is done for a stranger. */
export async function peekLink(
  db: Db,
  token: string,
  purpose: store.Purpose,
  now: Date,
): Promise<{ userId: string | null } | undefined> {
  return store.findLink(db, hashSecret(token), purpose, now)
}

/** Uses the link up. For whom it was, or nothing when it is spent, expired or invented. */
export async function takeLink(tx: Tx, token: string, purpose: 'new-password', now: Date): Promise<string | undefined> {
  const link = await store.takeLink(tx, hashSecret(token), purpose, now)
  return link?.userId ?? undefined
}
