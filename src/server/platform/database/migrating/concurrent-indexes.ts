import type pg from 'pg'
import { runLong } from './run-long.ts'

const concurrentIndex = /create\s+(unique\s+)?index\s+concurrently\s+"(\w+)"/i

/** Builds an index beside writers, which PostgreSQL does outside of transactions only. */
export const isConcurrent = (statement: string): boolean => concurrentIndex.test(statement)

/** The same index inside of a transaction, for a database that nobody uses yet. */
export const withoutConcurrently = (statement: string): string =>
  statement.replace(concurrentIndex, 'create $1index "$2"')

/**
 * Builds it if it is missing. A build that was cut off leaves an index which is written to and never read: it is dropped and built again.
 * Writers go on; it waits for transactions that are open, for instance of a backup.
 */
export async function buildIndex(client: pg.ClientBase, statement: string) {
  const name = concurrentIndex.exec(statement)?.[2] ?? ''
  const isValid = await findIndex(client, name)
  if (isValid) return
  if (isValid === false) await runLong(client, `drop index concurrently "${name}"`)
  await runLong(client, statement)
}

/** Whether it can be read; nothing where there is none. */
async function findIndex(client: pg.ClientBase, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and c.relnamespace = current_schema()::text::regnamespace`,
    [name],
  )
  return rows[0]?.isValid
}
