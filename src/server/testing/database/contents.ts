import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'

/** Every row of every table as text; equal before and after means that nothing was written. */
export const contents = (db: Db, { without = [] as string[] } = {}): Promise<Record<string, string>> =>
  askOfEveryTable(
    db,
    without,
    (table) => sql`select coalesce(string_agg(t::text, e'\n' order by t::text), '') from ${table} t`,
  )

/** The row count of every table. */
export async function rowCounts(db: Db, { without = [] as string[] } = {}): Promise<string> {
  const counts = await askOfEveryTable(db, without, (table) => sql`select count(*)::text from ${table}`)
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

/** In one query: tests call this tens of thousands of times. */
async function askOfEveryTable(
  db: Db,
  without: string[],
  question: (table: SQL) => SQL,
): Promise<Record<string, string>> {
  const answers = (await tableNames(db))
    .filter((name) => !without.includes(name))
    .map((name) => sql`select ${name}::text as name, (${question(sql`${sql.identifier(name)}`)}) as answer`)
  const { rows } = await db.execute<{ name: string; answer: string }>(sql.join(answers, sql` union all `))
  return Object.fromEntries(rows.map(({ name, answer }) => [name, answer]))
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
