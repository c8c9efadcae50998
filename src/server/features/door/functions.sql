-- Adds a difference to the count of a gate instead of setting a value, so that concurrent transactions add up.
create or replace function step_gate_counts(event uuid, name text, step bigint) returns void language plpgsql as $$
begin
  insert into gate_counts as kept (event_id, gate, checked_in) values (event, name, step)
  on conflict (event_id, gate) do update set checked_in = kept.checked_in + excluded.checked_in;
end $$;

-- Counts the check-ins per gate that were not undone. Steps run in the order of events and gates.
create or replace function keep_gate_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform step_gate_counts(event_id, gate, step) from (
      select event_id, gate, count(*) as step
      from added where result = 'ok' and undone_at is null group by 1, 2 order by 1, 2
    ) changed;
  elsif tg_op = 'DELETE' then
    perform step_gate_counts(event_id, gate, step) from (
      select event_id, gate, -count(*) as step
      from removed where result = 'ok' and undone_at is null group by 1, 2 order by 1, 2
    ) changed;
  else
    perform step_gate_counts(event_id, gate, step) from (
      select event_id, gate, sum(sign)::bigint as step from (
        select event_id, gate, 1 as sign from added where result = 'ok' and undone_at is null
        union all
        select event_id, gate, -1 from removed where result = 'ok' and undone_at is null
      ) versions group by 1, 2 having sum(sign) <> 0 order by 1, 2
    ) changed;
  end if;
  return null;
end $$;

create or replace trigger scans_counted_insert after insert on door_scans
  referencing new table as added for each statement execute function keep_gate_counts();

create or replace trigger scans_counted_update after update on door_scans
  referencing old table as removed new table as added for each statement execute function keep_gate_counts();

create or replace trigger scans_counted_delete after delete on door_scans
  referencing old table as removed for each statement execute function keep_gate_counts();
