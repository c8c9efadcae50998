import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { rowsOf } from '#server/platform/database/rows.ts'
import { notificationChoices, notifications, unsubscribeLinks } from './tables.ts'

export async function listChoices(db: Db, userId: string) {
  return db
    .select({ kind: notificationChoices.kind, isWanted: notificationChoices.isWanted })
    .from(notificationChoices)
    .where(eq(notificationChoices.userId, userId))
}

export async function findAddresses(db: Db, userId: string) {
  const [found] = await db
    .select({ company: companies.email, account: users.email, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .leftJoin(companies, eq(companies.userId, users.id))
    .where(eq(users.id, userId))
  return found
}

export async function saveChoices(tx: Tx, userId: string, choices: [NotificationKind, boolean][], now: Date) {
  if (choices.length === 0) return
  await tx
    .insert(notificationChoices)
    .values(choices.map(([kind, isWanted]) => ({ userId, kind, isWanted, changedAt: now })))
    .onConflictDoUpdate({
      target: [notificationChoices.userId, notificationChoices.kind],
      set: { isWanted: sql`excluded.is_wanted`, changedAt: now },
    })
}

export async function findLink(db: Db, tokenHash: string) {
  const [link] = await db.select().from(unsubscribeLinks).where(eq(unsubscribeLinks.tokenHash, tokenHash))
  return link
}

export async function insertLinks(tx: Tx, links: (typeof unsubscribeLinks.$inferInsert)[]) {
  if (links.length > 0) await tx.insert(unsubscribeLinks).values(links)
}

const recipientColumns = {
  companyId: companies.id,
  userId: users.id,
  companyName: companies.name,
  contactPersonName: companies.contactPersonName,
  email: companies.email,
}

export type Recipient = {
  companyId: string
  userId: string
  companyName: string
  contactPersonName: string
  email: string
}

/** The account is not disabled and has not switched this kind off. */
const isReached = and(isNull(users.disabledAt), sql`coalesce(${notificationChoices.isWanted}, true)`)

export async function listRecipients(db: Db, kind: NotificationKind, companyIds: string[]): Promise<Recipient[]> {
  if (companyIds.length === 0) return []
  return listWanting(db, kind).where(and(isReached, inArray(companies.id, companyIds)))
}

/** Keyset pagination over all recipients: the portion behind the company `after`. */
export async function listNextRecipients(
  db: Db,
  kind: NotificationKind,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Recipient[]> {
  return listWanting(db, kind)
    .where(and(isReached, after === undefined ? undefined : gt(companies.id, after)))
    .orderBy(asc(companies.id))
    .limit(limit)
}

export type Occasion = { companyId: string; occasion: string }

/** Inserts new occasions and returns them. Only one of two concurrent transactions gets each. */
export async function insertOccasions(
  tx: Tx,
  kind: NotificationKind,
  occasions: Occasion[],
  now: Date,
): Promise<Occasion[]> {
  if (occasions.length === 0) return []
  // Pass one parameter for any number of rows. Insert in one order, so that two processes cannot deadlock.
  const { rows } = await tx.execute<Occasion>(
    sql`insert into ${notifications} (company_id, kind, occasion, created_at)
      select "companyId", ${kind}::text, occasion, ${now.toISOString()}::timestamptz
      from ${rowsOf('one', { companyId: notifications.companyId, occasion: 'text' }, occasions)}
      order by 1, 3
      on conflict (company_id, kind, occasion) do nothing
      returning company_id as "companyId", occasion`,
  )
  return rows
}

export const removeOlderOccasions = (tx: Tx, before: Date, limit: number) =>
  removeOlder(tx, notifications, before, limit)

export const removeOlderLinks = (tx: Tx, before: Date, limit: number) =>
  removeOlder(tx, unsubscribeLinks, before, limit)

const listWanting = (db: Db, kind: NotificationKind) =>
  db
    .select(recipientColumns)
    .from(companies)
    .innerJoin(users, eq(users.id, companies.userId))
    .leftJoin(notificationChoices, and(eq(notificationChoices.userId, users.id), eq(notificationChoices.kind, kind)))
    .$dynamic()

/** Returns the number of deleted rows. */
async function removeOlder(
  tx: Tx,
  table: typeof notifications | typeof unsubscribeLinks,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`delete from ${table} where ctid in (
      select ctid from ${table} where created_at < ${before.toISOString()}::timestamptz limit ${limit})`,
  )
  return rowCount ?? 0
}
