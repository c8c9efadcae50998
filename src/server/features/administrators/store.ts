import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'
import { taskProofs } from '#server/features/proofs/tables.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import type { Db } from '#server/platform/database/client.ts'
import { after, type ListQuery, orderBy, type PageQuery, positionIn } from '#server/platform/database/keyset.ts'
import { listPage } from '#server/platform/database/list-page.ts'
import { containing, toPlainText } from '#server/platform/database/search.ts'

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

type Column = 'createdAt' | 'name' | 'email'
const columns: Record<Column, SQL> = {
  createdAt: sql`${users.createdAt}`,
  name: toPlainText(wholeName),
  email: sql`${users.email}`,
}

const isListed = and(eq(users.isAdmin, true), isNull(users.erasedAt))

export async function list(db: Db, { q, column, descending, ...query }: ListQuery<Column>) {
  const where = and(isListed, q ? containing(q, users.email, wholeName) : undefined)
  const order = { by: [columns[column], users.id], descending }
  const rows = db
    .select({ ...row, position: positionIn(order) })
    .from(users)
    .$dynamic()
  return listPage(db, rows, { from: users, where, order }, query)
}

export async function find(db: Db, id: string) {
  const [administrator] = await db
    .select(row)
    .from(users)
    .where(and(eq(users.id, id), isListed))
  return administrator
}

const newestFirst = { by: [auditEntries.at, auditEntries.id], descending: true }

type AuditQuery = PageQuery & { q?: string; companyId?: string }

export async function auditPage(db: Db, { q, companyId, ...query }: AuditQuery) {
  const { actor, action, subject } = auditEntries
  const where = and(q ? containing(q, actor, action, subject) : undefined, companyId ? isAbout(companyId) : undefined)
  return listPage(db, entriesOf(db), { from: auditEntries, where, order: newestFirst }, query)
}

/** True for entries about a company, its account or its proofs. Until the profile exists, the id is the account's. */
const isAbout = (companyId: string) => sql`${auditEntries.subjectId} in (
  select ${companyId}::text
  union all select ${companies.userId}::text from ${companies} where ${companies.id} = ${companyId}
  union all select ${taskProofs.id}::text from ${taskProofs} where ${taskProofs.companyId} = ${companyId})`

/** Reads the whole log page by page, so that a long one is never in memory. */
export async function* readWholeLog(db: Db, limit: number) {
  for (let position: PageQuery['position'], isEnd = false; !isEnd; ) {
    const page = await entriesOf(db)
      .where(after(newestFirst, position))
      .orderBy(...orderBy(newestFirst))
      .limit(limit)
    yield* page
    position = page.at(-1)?.position
    isEnd = page.length < limit
  }
}

const entriesOf = (db: Db) =>
  db
    .select({ ...getTableColumns(auditEntries), position: positionIn(newestFirst) })
    .from(auditEntries)
    .$dynamic()
