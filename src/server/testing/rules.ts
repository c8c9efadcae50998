import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/client.ts'

/** For red controls: runs concurrent work without a unique index. Truncates the table before restoring the index. */
export async function withoutIndex<T>(db: Db, name: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await db.execute<{ table: string; definition: string }>(
    sql`select tablename as table, indexdef as definition from pg_indexes where indexname = ${name}`,
  )
  const [index] = rows
  if (!index) throw new Error(`There is no index ${name}`)
  await db.execute(sql`drop index ${sql.identifier(name)}`)
  try {
    return await work()
  } finally {
    await db.execute(sql`truncate ${sql.identifier(index.table)} cascade`)
    await db.execute(sql.raw(index.definition))
  }
}

/** For red controls: runs work without a foreign key. Truncates the table before restoring the key. */
export async function withoutForeignKey<T>(db: Db, table: string, name: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await db.execute<{ definition: string }>(
    sql`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${name}`,
  )
  const [key] = rows
  if (!key) throw new Error(`There is no foreign key ${name}`)
  await db.execute(sql.raw(`alter table "${table}" drop constraint "${name}"`))
  try {
    return await work()
  } finally {
    await db.execute(sql.raw(`truncate "${table}" cascade`))
    await db.execute(sql.raw(`alter table "${table}" add constraint "${name}" ${key.definition}`))
  }
}

/** Changes one place of a database function; the returned function restores it. */
export async function rewriteFunction(
  db: Db,
  name: string,
  { find, replacement }: { find: string; replacement: string },
) {
  const { rows } = await db.execute<{ definition: string }>(
    sql`select pg_get_functiondef(oid) as definition from pg_proc where proname = ${name}`,
  )
  const definition = rows[0]?.definition ?? ''
  if (!definition.includes(find)) throw new Error(`${name} does not contain "${find}"`)
  await db.execute(sql.raw(definition.replace(find, replacement)))
  return () => db.execute(sql.raw(definition))
}

/** For red controls: runs work with a trigger disabled. */
export async function withoutTrigger<T>(db: Db, table: string, name: string, work: () => Promise<T>): Promise<T> {
  const set = (state: 'enable' | 'disable') => db.execute(sql.raw(`alter table "${table}" ${state} trigger "${name}"`))
  await set('disable')
  try {
    return await work()
  } finally {
    await set('enable')
  }
}
