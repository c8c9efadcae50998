-- Adds a difference to the counts of an event instead of setting a value, so that concurrent transactions add up. The
-- triggers of registrations call it (features/registrations/functions.sql).
create or replace function step_event_counts(event uuid, state text, is_inside boolean, step bigint) returns void
language plpgsql as $$
begin
  insert into event_counts as kept (event_id, pending, approved, rejected, cancelled, checked_in)
  values (
    event,
    case when state = 'pending'   then step else 0 end,
    case when state = 'approved'  then step else 0 end,
    case when state = 'rejected'  then step else 0 end,
    case when state = 'cancelled' then step else 0 end,
    case when is_inside           then step else 0 end
  )
  on conflict (event_id) do update set
    pending    = kept.pending    + excluded.pending,
    approved   = kept.approved   + excluded.approved,
    rejected   = kept.rejected   + excluded.rejected,
    cancelled  = kept.cancelled  + excluded.cancelled,
    checked_in = kept.checked_in + excluded.checked_in;
end $$;
