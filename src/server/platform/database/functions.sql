-- Refuses changes of an append-only table. Erasing personal data may change the columns that the trigger names, after
-- the transaction sets sports_week.erasing (platform/audit/erase-entries.ts).
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('sports_week.erasing', true) = 'on' then
    if to_jsonb(old) - tg_argv::text[] = to_jsonb(new) - tg_argv::text[] then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
