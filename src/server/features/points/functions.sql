-- The ledger is append-only: points are earned and reversed, never rewritten.
create or replace trigger point_entries_append_only before delete or update on point_entries
  for each row execute function refuse_change('reason');
