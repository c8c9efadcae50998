import type pg from 'pg'

/** Hosted backends let everyone use these roles with a public key, and grant them all rights on new tables. */
const hostedRoles = ['anon', 'authenticated']

/**
 * Revokes the rights of these roles on our tables. Row-level security already hides all rows, but does not prevent
 * truncation.
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

/** Our tables only: a hosted backend's database may hold others. */
const tablesOf = (migrations: { statements: string[] }[]): string[] =>
  migrations.flatMap(({ statements }) =>
    statements.flatMap((statement) => [...statement.matchAll(/create table "(\w+)"/gi)].map((match) => match[1] ?? '')),
  )
