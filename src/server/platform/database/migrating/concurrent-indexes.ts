import type pg from 'pg'
import { runLong } from './run-long.ts'

type Statements = { statements: string[] }

const concurrentIndex = /create\s+(unique\s+)?index\s+concurrently\s+"(\w+)"/i

/** A migration that builds indexes beside writers, which PostgreSQL does outside of transactions only. It does nothing else. */
export const isConcurrent = ({ statements }: Statements): boolean =>
  statements.some((statement) => concurrentIndex.test(statement))

/** The same index inside of a transaction, for a database that nobody uses yet. */
export const withoutConcurrently = (statement: string): string =>
  statement.replace(concurrentIndex, 'create $1index "$2"')

/**
 * Builds what is missing. A build that was cut off leaves an index which is written to and never read: it is dropped and built again.
 * Writers go on; it waits for transactions that are open, for instance of a backup.
 */
export async function buildIndexes(client: pg.ClientBase, { statements }: Statements) {
  for (const statement of statements) {
    const name = concurrentIndex.exec(statement)?.[2]
    if (!name) throw new Error(`A migration that builds indexes concurrently does something else as well: ${statement}`)
    const isValid = await findIndex(client, name)
    if (isValid) continue
    if (isValid === false) await runLong(client, `drop index concurrently "${name}"`)
    await runLong(client, statement)
  }
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
