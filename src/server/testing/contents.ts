import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'

/** Every row of every table as text: equal before and after means that nothing was written. */
export async function contents(db: Db, { without = [] as string[] } = {}): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of await tableNames(db)) {
    if (without.includes(name)) continue
    const { rows } = await db.execute<{ rows: string }>(
      sql`select coalesce(string_agg(t::text, e'\n' order by t::text), '') as rows from ${sql.identifier(name)} t`,
    )
    found[name] = rows[0]?.rows ?? ''
  }
  return found
}

/** How many rows every table has, in one question. */
export async function rowCounts(db: Db, { without = [] as string[] } = {}): Promise<string> {
  const counts = (await tableNames(db))
    .filter((name) => !without.includes(name))
    .map((name) => sql`select ${name}::text as name, (select count(*)::int from ${sql.identifier(name)}) as rows`)
  const { rows } = await db.execute<{ name: string; rows: number }>(sql.join(counts, sql` union all `))
  return rows.map((row) => `${row.name} ${row.rows}`).join(', ')
}

let names: Promise<string[]> | undefined

function tableNames(db: Db): Promise<string[]> {
  names ??= db
    .execute<{ tablename: string }>(
      sql`select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
    )
    .then(({ rows }) => rows.map((row) => row.tablename))
  return names
}
