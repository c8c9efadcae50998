import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'
import { registrations } from '#server/features/registrations/tables.ts'
import { takeLock } from '#server/platform/database/advisory-locks.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { erasures } from './tables.ts'

/** Locks until the transaction ends: the second of two concurrent erasures sees the result of the first. */
export async function lockErasing(tx: Tx) {
  await takeLock(tx, 'erasing')
}

const account = { id: users.id, email: users.email, isAdmin: users.isAdmin, disabledAt: users.disabledAt }
const profile = { id: companies.id, email: companies.email, name: companies.name, userId: companies.userId }

/**
 * Finds the account with this address and its company, or a company without an account by its contact address. Anybody
 * can enter a contact address, so it does not prove that the company belongs to the address's owner.
 */
export async function findBehind(db: Db, email: string) {
  const found = await db
    .select({ account, profile })
    .from(users)
    .fullJoin(companies, eq(companies.userId, users.id))
    .where(or(eq(users.email, email), and(isNull(companies.userId), eq(companies.email, email))))
  return {
    accounts: found.flatMap((row) => row.account ?? []),
    companies: found.flatMap((row) => row.profile ?? []),
    registrations: await db.select({ id: registrations.id }).from(registrations).where(eq(registrations.email, email)),
    contactOf: await db
      .select({ id: companies.id, name: companies.name })
      .from(companies)
      .innerJoin(users, eq(companies.userId, users.id))
      .where(and(eq(companies.email, email), ne(users.email, email))),
  }
}
export type Behind = Awaited<ReturnType<typeof findBehind>>

export const hashOf = (id: string) => createHash('sha256').update(id).digest('hex')

export async function insertErasures(tx: Tx, idHashes: string[], erasedAt: Date) {
  if (idHashes.length > 0)
    await tx
      .insert(erasures)
      .values(idHashes.map((idHash) => ({ idHash, erasedAt })))
      .onConflictDoNothing()
}

export async function listErasures(db: Db): Promise<(typeof erasures.$inferSelect)[]> {
  return db.select().from(erasures).orderBy(erasures.erasedAt, erasures.idHash)
}

/** Lists the addresses of the people and companies with these hashed ids. */
export async function listAddresses(db: Db, idHashes: string[]): Promise<string[]> {
  const hash = (id: typeof users.id | typeof companies.id | typeof registrations.id) =>
    inArray(sql`encode(sha256(convert_to(${id}::text, 'UTF8')), 'hex')`, idHashes)
  if (idHashes.length === 0) return []
  const found = await Promise.all([
    db.select({ email: users.email }).from(users).where(hash(users.id)),
    db
      .select({ email: sql<string>`coalesce(${users.email}, ${companies.email})` })
      .from(companies)
      .leftJoin(users, eq(companies.userId, users.id))
      .where(hash(companies.id)),
    db.select({ email: registrations.email }).from(registrations).where(hash(registrations.id)),
  ])
  return [...new Set(found.flat().map(({ email }) => email))]
}
