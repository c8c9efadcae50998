-- Keeps the time and kind of a proof's first decision. Reopening clears the decision, but the review statistics count
-- the first.
create or replace function keep_first_decision() returns trigger language plpgsql as $$
begin
  new.first_reviewed_at := new.reviewed_at;
  new.first_decision    := new.status;
  return new;
end $$;

create or replace trigger proofs_first_decision before insert or update on task_proofs
  for each row when (new.status <> 'pending' and new.reviewed_at is not null and new.first_reviewed_at is null)
  execute function keep_first_decision();
