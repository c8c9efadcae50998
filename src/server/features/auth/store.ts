import { and, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import { takeLock } from '#server/platform/database/advisory-locks.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { sessions } from '#server/platform/sessions/tables.ts'
import { oneTimeLinks, users } from './tables.ts'

export type User = typeof users.$inferSelect
export type NewUser = typeof users.$inferInsert
export type Purpose = typeof oneTimeLinks.$inferSelect.purpose

export async function find(db: Db, id: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return user
}

export async function findByEmail(db: Db, email: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  return user
}

/** `no key update` lets others write rows that refer to the account, which prevents deadlocks with their holders. */
export async function lock(tx: Tx, id: string): Promise<User | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return user
}

/** Reads session and user in one row, because it runs on every request. */
export async function findBySession(db: Db, sid: string, now: Date) {
  const [row] = await db
    .select({ user: users, session: sessions })
    .from(sessions)
    .innerJoin(users, eq(sql`(${sessions.sess} ->> 'userId')::uuid`, users.id))
    .where(and(eq(sessions.sid, sid), gt(sessions.expire, now), isNull(users.disabledAt)))
  return row
}

/** Undefined when the address is taken: the unique index decides, not a query before. */
export async function insert(tx: Tx, user: NewUser): Promise<User | undefined> {
  const [created] = await tx.insert(users).values(user).onConflictDoNothing({ target: users.email }).returning()
  return created
}

export async function update(tx: Tx, id: string, changes: Partial<NewUser>): Promise<User | undefined> {
  const [changed] = await tx.update(users).set(changes).where(eq(users.id, id)).returning()
  return changed
}

/** Locks until the transaction ends: two people cannot both become the first, or disable each other as the last two. */
export async function lockAdministrators(tx: Tx) {
  await takeLock(tx, 'administrators')
}

export async function countActiveAdministrators(db: Db): Promise<number> {
  return db.$count(users, and(eq(users.isAdmin, true), isNull(users.disabledAt)))
}

export async function listActiveAdministrators(db: Db) {
  return db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.disabledAt)))
    .orderBy(users.id)
}

export async function insertLink(tx: Tx, link: typeof oneTimeLinks.$inferInsert) {
  await tx.insert(oneTimeLinks).values(link)
}

export async function findLink(db: Db, tokenHash: string, purpose: Purpose, now: Date) {
  const [link] = await db
    .select()
    .from(oneTimeLinks)
    .where(isValidLink(tokenHash, purpose, now))
  return link
}

/** Consumes a link by deleting it: only one of two concurrent calls gets the row. */
export async function takeLink(tx: Tx, tokenHash: string, purpose: Purpose, now: Date) {
  const [link] = await tx
    .delete(oneTimeLinks)
    .where(isValidLink(tokenHash, purpose, now))
    .returning()
  return link
}

const isValidLink = (tokenHash: string, purpose: Purpose, now: Date) =>
  and(eq(oneTimeLinks.tokenHash, tokenHash), eq(oneTimeLinks.purpose, purpose), gt(oneTimeLinks.expiresAt, now))

/** Deletes links that give access to the account. A link that confirms its address gives none. */
export async function deleteLinksOf(tx: Tx, userId: string) {
  await tx.delete(oneTimeLinks).where(and(eq(oneTimeLinks.userId, userId), ne(oneTimeLinks.purpose, 'confirm-address')))
}

export async function deleteLinksFor(tx: Tx, purpose: Purpose) {
  await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.purpose, purpose))
}

export async function sweepLinks(tx: Tx, now: Date) {
  await tx.delete(oneTimeLinks).where(lt(oneTimeLinks.expiresAt, now))
}
