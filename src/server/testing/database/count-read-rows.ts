import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'

/** Counts the rows of a table that this transaction's statements have read so far. */
export async function countReadRows(tx: Tx, table: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = ${table}`,
  )
  return rows[0]?.count ?? 0
}
