-- The state in which a registration is counted; null while its email address is not confirmed.
create or replace function counted_state(status text, confirm_by timestamptz) returns text
language sql immutable as $$
  select case when status = 'pending' and confirm_by is not null then null else status end
$$;

-- Counts the places kept for unconfirmed registrations. They expire by themselves, so no trigger can count them.
create or replace function held_places(event uuid, at timestamptz) returns integer language sql stable as $$
  select count(*)::int from event_registrations
  where event_id = event and status = 'pending' and confirm_by is not null and confirm_by > at and waiting_since is null
$$;

-- Updates the counts of events by step_event_counts (features/events/functions.sql). Each state that a statement
-- changes is one step, also for a batch of a hundred rows. Steps run in the order of the events, which prevents
-- deadlocks.
create or replace function keep_event_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform step_event_counts(event_id, state, checked_in, step) from (
      select event_id, counted_state(status, confirm_by) as state, checked_in, count(*) as step
      from added group by 1, 2, 3 order by 1
    ) changed where state is not null;
  elsif tg_op = 'DELETE' then
    perform step_event_counts(event_id, state, checked_in, step) from (
      select event_id, counted_state(status, confirm_by) as state, checked_in, -count(*) as step
      from removed group by 1, 2, 3 order by 1
    ) changed where state is not null;
  else
    perform step_event_counts(event_id, state, checked_in, step) from (
      select event_id, state, checked_in, sum(sign)::bigint as step from (
        select event_id, counted_state(status, confirm_by) as state, checked_in, 1 as sign from added
        union all
        select event_id, counted_state(status, confirm_by), checked_in, -1 from removed
      ) versions group by 1, 2, 3 having sum(sign) <> 0 order by 1
    ) changed where state is not null;
  end if;
  return null;
end $$;

create or replace trigger registrations_counted_insert after insert on event_registrations
  referencing new table as added for each statement execute function keep_event_counts();

create or replace trigger registrations_counted_update after update on event_registrations
  referencing old table as removed new table as added for each statement execute function keep_event_counts();

create or replace trigger registrations_counted_delete after delete on event_registrations
  referencing old table as removed for each statement execute function keep_event_counts();
