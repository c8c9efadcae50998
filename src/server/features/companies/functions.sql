-- Records the transaction in which a company changed on the board: each process reads the changes since the last one
-- that it saw.
create or replace function note_leaderboard_change() returns trigger language plpgsql as $$
begin
  insert into leaderboard_changes as noted (company_id, changed_in)
  values (coalesce(new.id, old.id), pg_current_xact_id())
  -- An approval changes the row twice in one transaction; once is enough.
  on conflict (company_id) do update set changed_in = excluded.changed_in
  where noted.changed_in <> excluded.changed_in;
  return null;
end $$;

create or replace trigger companies_leaderboard_listed after insert or delete on companies
  for each row execute function note_leaderboard_change();

-- The columns that a board displays or sorts by.
create or replace trigger companies_leaderboard_changed after update on companies
  for each row when (
       old.name                  is distinct from new.name
    or old.logo_url              is distinct from new.logo_url
    or old.branding_color        is distinct from new.branding_color
    or old.total_points          is distinct from new.total_points
    or old.total_calories_burned is distinct from new.total_calories_burned
    or old.reached_at            is distinct from new.reached_at
    or old.hidden_at             is distinct from new.hidden_at
    or old.team_size             is distinct from new.team_size
    or old.per_person_millionths is distinct from new.per_person_millionths
  ) execute function note_leaderboard_change();
