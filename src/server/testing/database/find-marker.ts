import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'

/** Every column of every table that can hold text. */
export async function listTextColumns(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await db.execute<{ table: string; column: string }>(
    sql`select c.table_name as "table", c.column_name as "column" from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
        and (c.data_type in ('text', 'json', 'jsonb', 'character varying') or c.udt_name in ('_text', '_varchar', 'bytea'))
      order by 1, 2`,
  )
  return rows
}

/** The columns that contain the marker, as `table.column`. */
export async function findMarker(db: Db, marker: string): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of await listTextColumns(db)) {
    const { rows } = await db.execute(
      sql`select 1 from ${sql.identifier(table)} where position(${marker} in lower(${sql.identifier(column)}::text)) > 0 limit 1`,
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}
