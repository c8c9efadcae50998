import type pg from 'pg'

/** Hosted backends let everyone act as these, with a key that stands in every web page, and give them all rights on new tables. */
const hostedRoles = ['anon', 'authenticated']

/**
 * Takes the rights on our tables from those roles, where there are any. Row-level security, which every table has, already shows them
 * no row; what it does not prevent is emptying a table.
 */
export async function revokeFromHostedRoles(client: pg.ClientBase, migrations: { statements: string[] }[]) {
  const { rows } = await client.query<{ statement: string }>(
    `select format('revoke all on %s from %I', c.oid::regclass, r.rolname) as statement
     from pg_class c cross join pg_roles r
     where c.relnamespace = current_schema()::text::regnamespace and c.relkind = 'r' and c.relname = any($1) and r.rolname = any($2)
       and has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate, references, trigger')`,
    [['schema_migrations', 'schema_migration_steps', ...tablesOf(migrations)], hostedRoles],
  )
  for (const { statement } of rows) await client.query(statement)
}

/** Ours alone: a database of a hosted backend may hold tables of others. */
const tablesOf = (migrations: { statements: string[] }[]): string[] =>
  migrations.flatMap(({ statements }) =>
    statements.flatMap((statement) => [...statement.matchAll(/create table "(\w+)"/gi)].map((match) => match[1] ?? '')),
  )
