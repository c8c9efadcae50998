import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/client.ts'

/** Rows of a table that the statements of this transaction have looked at so far. */
export async function countReadRows(tx: Tx, table: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = ${table}`,
  )
  return rows[0]?.count ?? 0
}
