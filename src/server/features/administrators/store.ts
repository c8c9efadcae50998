import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/features/auth/tables.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import type { Db } from '#server/platform/database/client.ts'
import { containing, plain } from '#server/platform/database/search.ts'
import type { Asked } from '#server/platform/http/paging.ts'

const row = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  createdAt: users.createdAt,
  disabled: sql<boolean>`${users.disabledAt} is not null`,
  passwordExpiresAt: users.passwordExpiresAt,
}

const wholeName = sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')`

export const administratorOrders = ['createdAt', 'name', 'email'] as const
const orders: Record<(typeof administratorOrders)[number], SQL> = {
  createdAt: sql`${users.createdAt}`,
  name: plain(wholeName),
  email: sql`${users.email}`,
}

export async function list(
  db: Db,
  { q, order, descending, limit, offset }: Asked<(typeof administratorOrders)[number]>,
) {
  const condition = and(eq(users.isAdmin, true), q ? containing(q, users.email, wholeName) : undefined)
  const direction = descending ? desc : asc
  const found = await db
    .select(row)
    .from(users)
    .where(condition)
    .orderBy(direction(orders[order]), users.id)
    .limit(limit)
    .offset(offset)
  return { found, total: await db.$count(users, condition) }
}

export async function find(db: Db, id: string) {
  const [administrator] = await db
    .select(row)
    .from(users)
    .where(and(eq(users.id, id), eq(users.isAdmin, true)))
  return administrator
}

export async function auditPage(db: Db, { q, limit, offset }: Asked<'at'>) {
  const { actor, action, subject } = auditEntries
  const condition = q ? containing(q, actor, action, subject) : undefined
  const found = await db
    .select()
    .from(auditEntries)
    .where(condition)
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit)
    .offset(offset)
  return { found, total: await db.$count(auditEntries, condition) }
}
