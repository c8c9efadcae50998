import { and, desc, eq, lt, notExists, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { reportBatches, reports } from '../tables.ts'

type BatchRow = typeof reportBatches.$inferSelect

export async function insert(tx: Tx, batch: typeof reportBatches.$inferInsert): Promise<BatchRow> {
  const [created] = await tx.insert(reportBatches).values(batch).returning()
  if (!created) throw new Error('insert returned no row')
  return created
}

// Writes table names out, because Drizzle omits them in a query of a single table.
const counted = (condition: string) =>
  sql<number>`(select count(*)::int from reports r where r.batch_id = report_batches.id and ${sql.raw(condition)})`

const columns = {
  id: reportBatches.id,
  from: reportBatches.from,
  to: reportBatches.to,
  createdAt: reportBatches.createdAt,
  finishedAt: reportBatches.finishedAt,
  companies: counted('true'),
  ready: counted("r.state = 'ready'"),
  failed: counted("r.state = 'failed'"),
  emailed: counted('r.emailed_at is not null'),
}

export async function find(db: Db, id: string) {
  const [batch] = await db.select(columns).from(reportBatches).where(eq(reportBatches.id, id))
  return batch
}

export const listLatest = (db: Db, limit: number) =>
  db.select(columns).from(reportBatches).orderBy(desc(reportBatches.createdAt), desc(reportBatches.id)).limit(limit)

export async function lock(tx: Tx, id: string): Promise<BatchRow | undefined> {
  const [batch] = await tx.select().from(reportBatches).where(eq(reportBatches.id, id)).for('update')
  return batch
}

export async function setFinishedAt(tx: Tx, id: string, finishedAt: Date | null) {
  await tx.update(reportBatches).set({ finishedAt }).where(eq(reportBatches.id, id))
}

/** Deletes old batches without reports. */
export async function removeEmpty(tx: Tx, before: Date) {
  const hasReports = tx.select({ id: reports.id }).from(reports).where(eq(reports.batchId, reportBatches.id))
  await tx.delete(reportBatches).where(and(lt(reportBatches.createdAt, before), notExists(hasReports)))
}
