import { after } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { hashSecret, newSecret } from '#server/platform/sessions/cookie.ts'
import * as store from './store.ts'

/** Creates a link that works once, until it expires. The database keeps only the hash of the token. */
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

/** Finds a valid link without consuming it, before costly work for a stranger. */
export async function peekLink(
  db: Db,
  token: string,
  purpose: store.Purpose,
  now: Date,
): Promise<{ userId: string | null } | undefined> {
  return store.findLink(db, hashSecret(token), purpose, now)
}

/** Consumes a link and returns its user; undefined when the link is spent, expired or invented. */
export async function takeLink(tx: Tx, token: string, purpose: 'new-password', now: Date): Promise<string | undefined> {
  const link = await store.takeLink(tx, hashSecret(token), purpose, now)
  return link?.userId ?? undefined
}
