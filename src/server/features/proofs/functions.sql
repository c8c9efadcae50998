-- Keeps when and how a proof was decided first: reopening forgets the decision, and the statistics of reviews count
-- the first one.
create or replace function keep_first_decision() returns trigger language plpgsql as $$
begin
  new.first_reviewed_at := new.reviewed_at;
  new.first_decision    := new.status;
  return new;
end $$;

create or replace trigger proofs_first_decision before insert or update on task_proofs
  for each row when (new.status <> 'pending' and new.reviewed_at is not null and new.first_reviewed_at is null)
  execute function keep_first_decision();
