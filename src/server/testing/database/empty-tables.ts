import type { Pool } from 'pg'

// Truncates only large tables: truncation creates new files for every table and index, and takes longer than most
// tests.
const statement = `
do $$
declare
  each record;
  is_filled boolean;
  large text[] := '{}';
begin
  -- No table waits for another to be emptied first.
  perform set_config('session_replication_role', 'replica', true);
  for each in
    select oid, oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
  loop
    execute 'select exists (select from ' || each.name || ')' into is_filled;
    if pg_relation_size(each.oid) > 500000 then large := large || each.name;
    elsif is_filled then execute 'delete from ' || each.name;
    end if;
  end loop;
  if cardinality(large) > 0 then execute 'truncate ' || array_to_string(large, ', ') || ' cascade'; end if;
  perform setval(seqrelid, seqstart, false) from pg_sequence;
end $$`

/** Deletes all rows and restarts sequences at one. */
export const emptyTables = (pool: Pool) => pool.query(statement)
