import { Column, getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import type { Tx } from './client.ts'
import { placeholder, prepareStatement } from './prepared.ts'

/** A column whose type is used, or a type name. */
type Columns = Record<string, Column | string>

/**
 * Rows for `from` as one JSON parameter, so one statement and plan fit every batch size. `name` is the alias and the
 * placeholder of a prepared statement; with `rows` the values are bound directly.
 */
export function rowsOf(name: string, columns: Columns, rows?: readonly object[]): SQL {
  const typed = Object.entries(columns).map(([key, type]) => {
    return sql`${sql.identifier(key)} ${sql.raw(type instanceof Column ? type.getSQLType() : type)}`
  })
  const json = rows ? sql`${JSON.stringify(rows)}` : placeholder(name)
  return sql`jsonb_to_recordset(${json}::jsonb) as ${sql.identifier(name)}(${listOf(typed)})`
}

/** A prepared batch insert of these keys of the table; an absent key is null. */
export function prepareInsert<T extends Table, Key extends keyof T['$inferInsert'] & string>(
  name: string,
  table: T,
  keys: readonly Key[],
): (tx: Tx, rows: readonly Pick<T['$inferInsert'], Key>[]) => Promise<unknown> {
  const columns = getTableColumns(table)
  const chosen = Object.fromEntries(keys.map((key) => [key, columns[key] as Column]))
  const insert = prepareStatement(
    name,
    sql`insert into ${table} (${listOf(Object.values(chosen).map((column) => sql.identifier(column.name)))})
      select ${listOf(keys.map((key) => sql.identifier(key)))} from ${rowsOf('given', chosen)}`,
  )
  return (tx, rows) => insert(tx, { given: JSON.stringify(rows) })
}

/** Joins parts with commas. */
export const listOf = (parts: Parameters<typeof sql.join>[0]): SQL => sql.join(parts, sql`, `)
