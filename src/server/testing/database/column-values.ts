import type pg from 'pg'

/** The row count of every table (`table.*`), and the unordered values of every column (`table.column`). */
export async function readColumnValues(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::text::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
       and a.attnum > 0 and not a.attisdropped order by 1, a.attnum`,
  )
  const values = new Map<string, string>()
  for (const table of new Set(columns.map((column) => column.table))) {
    const own = columns.filter((column) => column.table === table).map(({ column }) => column)
    const sums = own.map(
      (name) => `md5(string_agg(coalesce("${name}"::text, '-'), ',' order by "${name}"::text)) as "${name}"`,
    )
    const { rows } = await client.query<Record<string, string>>(
      `select count(*)::text as "*", ${sums.join(', ')} from "${table}"`,
    )
    for (const [name, value] of Object.entries(rows[0] ?? {})) values.set(`${table}.${name}`, value)
  }
  return values
}

/** Lists missing and changed values; new ones are no difference. */
export const findLost = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...before].filter(([name, value]) => after.get(name) !== value).map(([name]) => name)
