import type pg from 'pg'

const questions = [
  `select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
     || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
   from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  `select 'index ' || pg_get_indexdef(i.indexrelid) || case when i.indisvalid then '' else ' invalid' end
   from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace`,
  `select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
   where connamespace = 'public'::regnamespace`,
  `select 'trigger ' || pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  `select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`,
]

/** Everything that a migration can leave in a schema, one text per object, ordered independently of creation time. */
export async function describeSchema(client: pg.Pool | pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `select what from (${questions.join(' union all ')}) all_of_them (what) order by 1`,
  )
  return rows.map(({ what }) => what)
}
