-- Maintains company_days, task_days, review_days and rejection_days from proofs and points (docs/decisions/0033).
-- A proof counts on the day of its submission, by its present state. Triggers add differences and never set values, so concurrent transactions add up. They write rows in a
-- fixed order, which prevents deadlocks. days/days.ts verifies the days of companies and tasks, reviews/ those of
-- reviews.

-- The time zone of all days, set at the server's start. Read it as `(select days_time_zone())`, which runs once per
-- statement. A variable would make PostgreSQL replan the statement each time.
create or replace function days_time_zone() returns text language sql stable as $$
  select coalesce((select time_zone from company_days_zone), 'UTC')
$$;

-- Selects a slot between 0 and 15 for a task's day by connection. Only sums are read, so any slot is correct.
-- Concurrent decisions use different connections. Slots by company could deadlock two transactions with several
-- decisions.
create or replace function task_day_slot(company uuid) returns smallint language sql stable as $$
  select (pg_backend_pid() % 16)::smallint
$$;

-- Selects a slot for a day of reviews in the same way.
create or replace function review_slot() returns smallint language sql stable as $$
  select (pg_backend_pid() % 8)::smallint
$$;

-- Clamps to zero, because a clock that was set back would give a negative time.
create or replace function review_minutes(submitted timestamptz, decided timestamptz) returns int
language sql immutable as $$
  select greatest(0, floor(extract(epoch from decided - submitted) / 60))::int
$$;

-- Counts a rejection without a reason under an empty reason.
create or replace function counted_reasons(reasons text[]) returns text[] language sql immutable as $$
  select case when coalesce(cardinality(reasons), 0) = 0 then array[''] else reasons end
$$;

create or replace function step_company_day(
  company uuid, moment timestamptz, points int, calories int, pending int, approved int, rejected int
) returns void language plpgsql as $$
begin
  insert into company_days as kept (company_id, day, points, calories, pending, approved, rejected)
  values (
    company, (moment at time zone days_time_zone())::date, step_company_day.points, step_company_day.calories,
    step_company_day.pending, step_company_day.approved, step_company_day.rejected
  )
  on conflict (company_id, day) do update set
    points   = kept.points   + excluded.points,
    calories = kept.calories + excluded.calories,
    pending  = kept.pending  + excluded.pending,
    approved = kept.approved + excluded.approved,
    rejected = kept.rejected + excluded.rejected;
end $$;

-- Adds adjustments only: approvals and reversals are added with their proofs. The ledger is append-only, so no update
-- or delete occurs.
create or replace function keep_company_day_of_adjustment() returns trigger language plpgsql as $$
begin
  perform step_company_day(new.company_id, new.effective_at, new.points, new.calories, 0, 0, 0);
  return null;
end $$;

create or replace trigger adjustments_kept_by_day after insert on point_entries
  for each row when (new.kind = 'adjust') execute function keep_company_day_of_adjustment();

-- Handles inserted and deleted proofs; updates have a separate function below.
create or replace function keep_company_days_of_proofs() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into company_days as kept (company_id, day, points, calories, pending, approved, rejected)
  select
    company_id,
    (submitted_at at time zone (select days_time_zone()))::date,
    sign * sum(coalesce(points_awarded, 0)),
    sign * sum(coalesce(calories_awarded, 0)),
    sign * count(*) filter (where status = 'pending'),
    sign * count(*) filter (where status = 'approved'),
    sign * count(*) filter (where status = 'rejected')
  from changed group by 1, 2 order by 1, 2
  on conflict (company_id, day) do update set
    points   = kept.points   + excluded.points,
    calories = kept.calories + excluded.calories,
    pending  = kept.pending  + excluded.pending,
    approved = kept.approved + excluded.approved,
    rejected = kept.rejected + excluded.rejected;
  return null;
end $$;

create or replace trigger proofs_kept_by_day_insert after insert on task_proofs
  referencing new table as changed for each statement execute function keep_company_days_of_proofs();

create or replace trigger proofs_kept_by_day_delete after delete on task_proofs
  referencing old table as changed for each statement execute function keep_company_days_of_proofs();

create or replace function keep_task_days_of_proofs() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into task_days as kept (task_id, day, slot, pending, approved, rejected)
  select
    task_id,
    (submitted_at at time zone (select days_time_zone()))::date,
    task_day_slot(company_id),
    sign * count(*) filter (where status = 'pending'),
    sign * count(*) filter (where status = 'approved'),
    sign * count(*) filter (where status = 'rejected')
  from changed group by 1, 2, 3 order by 1, 2, 3
  on conflict (task_id, day, slot) do update set
    pending  = kept.pending  + excluded.pending,
    approved = kept.approved + excluded.approved,
    rejected = kept.rejected + excluded.rejected;
  return null;
end $$;

create or replace trigger proofs_kept_by_task_insert after insert on task_proofs
  referencing new table as changed for each statement execute function keep_task_days_of_proofs();

create or replace trigger proofs_kept_by_task_delete after delete on task_proofs
  referencing old table as changed for each statement execute function keep_task_days_of_proofs();

create or replace function keep_reviews_of_proofs() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into rejection_days as kept (day, reason, slot, rejections)
  select
    (reviewed_at at time zone (select days_time_zone()))::date,
    reason,
    review_slot(),
    sign * count(*)
  from changed, unnest(counted_reasons(rejection_reasons)) as reason
  where status = 'rejected' and reviewed_at is not null
  group by 1, 2 order by 1, 2
  on conflict (day, reason, slot) do update set rejections = kept.rejections + excluded.rejections;

  insert into review_days as kept (day, waited_minutes, slot, decisions, first_tries, first_tries_approved)
  select
    (first_reviewed_at at time zone (select days_time_zone()))::date,
    review_minutes(submitted_at, first_reviewed_at),
    review_slot(),
    sign * count(*),
    sign * count(*) filter (where not is_retry),
    sign * count(*) filter (where not is_retry and first_decision = 'approved')
  from changed where first_reviewed_at is not null
  group by 1, 2 order by 1, 2
  on conflict (day, waited_minutes, slot) do update set
    decisions            = kept.decisions            + excluded.decisions,
    first_tries          = kept.first_tries          + excluded.first_tries,
    first_tries_approved = kept.first_tries_approved + excluded.first_tries_approved;
  return null;
end $$;

create or replace trigger proofs_kept_reviews_insert after insert on task_proofs
  referencing new table as changed for each statement execute function keep_reviews_of_proofs();

create or replace trigger proofs_kept_reviews_delete after delete on task_proofs
  referencing old table as changed for each statement execute function keep_reviews_of_proofs();

-- Handles a batch of decisions with a single statement per table. Rows before count as -1 and rows after as 1, so
-- unchanged values cancel out and are not written.
create or replace function keep_days_of_changed_proofs() returns trigger language plpgsql as $$
begin
  -- Companies are locked before their days, as reopening does, in one order. Claims and removed files change no day
  -- and end here.
  perform 1 from companies where id in (
    select after.company_id from after join before using (id)
    where (
      after.task_id, after.company_id, after.submitted_at, after.status,
      after.points_awarded, after.calories_awarded, after.reviewed_at, after.rejection_reasons,
      after.first_reviewed_at, after.first_decision, after.is_retry
    ) is distinct from (
      before.task_id, before.company_id, before.submitted_at, before.status,
      before.points_awarded, before.calories_awarded, before.reviewed_at, before.rejection_reasons,
      before.first_reviewed_at, before.first_decision, before.is_retry
    )
  ) order by id for no key update;
  if not found then return null; end if;

  insert into company_days as kept (company_id, day, points, calories, pending, approved, rejected)
  select * from (
    select
      company_id,
      (submitted_at at time zone (select days_time_zone()))::date as day,
      sum(sign * coalesce(points_awarded, 0))    as points,
      sum(sign * coalesce(calories_awarded, 0))  as calories,
      sum(sign * (status = 'pending')::int)      as pending,
      sum(sign * (status = 'approved')::int)     as approved,
      sum(sign * (status = 'rejected')::int)     as rejected
    from (
      select 1 as sign, company_id, submitted_at, status, points_awarded, calories_awarded from after
      union all
      select -1, company_id, submitted_at, status, points_awarded, calories_awarded from before
    ) versions group by 1, 2
  ) changed
  where (points, calories, pending, approved, rejected) <> (0, 0, 0, 0, 0)
  order by company_id, day
  on conflict (company_id, day) do update set
    points   = kept.points   + excluded.points,
    calories = kept.calories + excluded.calories,
    pending  = kept.pending  + excluded.pending,
    approved = kept.approved + excluded.approved,
    rejected = kept.rejected + excluded.rejected;

  insert into task_days as kept (task_id, day, slot, pending, approved, rejected)
  select * from (
    select
      task_id,
      (submitted_at at time zone (select days_time_zone()))::date as day,
      task_day_slot(company_id) as slot,
      sum(sign * (status = 'pending')::int)  as pending,
      sum(sign * (status = 'approved')::int) as approved,
      sum(sign * (status = 'rejected')::int) as rejected
    from (
      select 1 as sign, task_id, company_id, submitted_at, status from after
      union all
      select -1, task_id, company_id, submitted_at, status from before
    ) versions group by 1, 2, 3
  ) changed
  where (pending, approved, rejected) <> (0, 0, 0)
  order by task_id, day, slot
  on conflict (task_id, day, slot) do update set
    pending  = kept.pending  + excluded.pending,
    approved = kept.approved + excluded.approved,
    rejected = kept.rejected + excluded.rejected;

  insert into rejection_days as kept (day, reason, slot, rejections)
  select
    (reviewed_at at time zone (select days_time_zone()))::date,
    reason,
    review_slot(),
    sum(sign)
  from (
    select 1 as sign, status, reviewed_at, rejection_reasons from after
    union all
    select -1, status, reviewed_at, rejection_reasons from before
  ) versions, unnest(counted_reasons(rejection_reasons)) as reason
  where status = 'rejected' and reviewed_at is not null
  group by 1, 2 having sum(sign) <> 0 order by 1, 2
  on conflict (day, reason, slot) do update set rejections = kept.rejections + excluded.rejections;

  -- Only a first decision changes it, not a decision after reopening.
  insert into review_days as kept (day, waited_minutes, slot, decisions, first_tries, first_tries_approved)
  select * from (
    select
      (first_reviewed_at at time zone (select days_time_zone()))::date as day,
      review_minutes(submitted_at, first_reviewed_at) as waited_minutes,
      review_slot() as slot,
      sum(sign) as decisions,
      sum(sign * (not is_retry)::int) as first_tries,
      sum(sign * (not is_retry and first_decision = 'approved')::int) as first_tries_approved
    from (
      select 1 as sign, submitted_at, first_reviewed_at, first_decision, is_retry from after
      union all
      select -1, submitted_at, first_reviewed_at, first_decision, is_retry from before
    ) versions where first_reviewed_at is not null group by 1, 2
  ) changed
  where (decisions, first_tries, first_tries_approved) <> (0, 0, 0)
  order by day, waited_minutes
  on conflict (day, waited_minutes, slot) do update set
    decisions            = kept.decisions            + excluded.decisions,
    first_tries          = kept.first_tries          + excluded.first_tries,
    first_tries_approved = kept.first_tries_approved + excluded.first_tries_approved;
  return null;
end $$;

create or replace trigger proofs_kept_by_day_update after update on task_proofs
  referencing old table as before new table as after for each statement execute function keep_days_of_changed_proofs();

-- Rebuilds all days from ledger and proofs for another time zone. Concurrent writers of either table wait until it
-- ends.
create or replace function rebuild_company_days(zone text) returns void language plpgsql as $$
begin
  lock table task_proofs, point_entries in share row exclusive mode;
  insert into company_days_zone (time_zone) values (zone)
  on conflict (is_only_row) do update set time_zone = excluded.time_zone;
  delete from company_days;
  insert into company_days (company_id, day, points, calories, pending, approved, rejected)
  select company_id, day, sum(points), sum(calories), sum(pending), sum(approved), sum(rejected) from (
    select
      company_id, (effective_at at time zone zone)::date as day, points, calories,
      0 as pending, 0 as approved, 0 as rejected
    from point_entries
    union all
    select
      company_id, (submitted_at at time zone zone)::date, 0, 0,
      (status = 'pending')::int, (status = 'approved')::int, (status = 'rejected')::int
    from task_proofs
  ) counted group by 1, 2;
end $$;

create or replace function rebuild_task_days() returns void language plpgsql as $$
begin
  lock table task_proofs in share row exclusive mode;
  delete from task_days;
  insert into task_days (task_id, day, slot, pending, approved, rejected)
  select
    task_id,
    (submitted_at at time zone (select days_time_zone()))::date,
    task_day_slot(company_id),
    count(*) filter (where status = 'pending'),
    count(*) filter (where status = 'approved'),
    count(*) filter (where status = 'rejected')
  from task_proofs group by 1, 2, 3;
end $$;

create or replace function rebuild_review_days() returns void language plpgsql as $$
begin
  lock table task_proofs in share row exclusive mode;
  delete from rejection_days;
  delete from review_days;
  insert into rejection_days (day, reason, slot, rejections)
  select (reviewed_at at time zone (select days_time_zone()))::date, reason, 0, count(*)
  from task_proofs, unnest(counted_reasons(rejection_reasons)) as reason
  where status = 'rejected' and reviewed_at is not null group by 1, 2;
  insert into review_days (day, waited_minutes, slot, decisions, first_tries, first_tries_approved)
  select
    (first_reviewed_at at time zone (select days_time_zone()))::date,
    review_minutes(submitted_at, first_reviewed_at),
    0,
    count(*),
    count(*) filter (where not is_retry),
    count(*) filter (where not is_retry and first_decision = 'approved')
  from task_proofs where first_reviewed_at is not null group by 1, 2;
end $$;
