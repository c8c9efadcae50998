import type pg from 'pg'
import { runLong } from './run-long.ts'

const concurrentIndex = /create\s+(unique\s+)?index\s+concurrently\s+"(\w+)"/i

/** True for `create index concurrently`, which PostgreSQL runs outside of transactions only. */
export const isConcurrent = (statement: string): boolean => concurrentIndex.test(statement)

/** The same index inside a transaction, for a database without users. */
export const withoutConcurrently = (statement: string): string =>
  statement.replace(concurrentIndex, 'create $1index "$2"')

/**
 * Builds the index if it is missing. An interrupted build leaves an invalid index; drop and rebuild it. Writers
 * continue; the build waits for open transactions, for instance of a backup.
 */
export async function buildIndex(client: pg.ClientBase, statement: string) {
  const name = concurrentIndex.exec(statement)?.[2] ?? ''
  const isValid = await findIndex(client, name)
  if (isValid) return
  if (isValid === false) await runLong(client, `drop index concurrently "${name}"`)
  await runLong(client, statement)
}

/** True if the index is valid; undefined without it. */
async function findIndex(client: pg.ClientBase, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and c.relnamespace = current_schema()::text::regnamespace`,
    [name],
  )
  return rows[0]?.isValid
}
