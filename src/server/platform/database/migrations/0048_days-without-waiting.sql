-- Nearly every step finds its row, and is then an update without an attempt to insert. A step, never a new value: two transactions
-- at once add up, and a row that somebody else inserts meanwhile is met by the insert.
CREATE OR REPLACE FUNCTION step_company_day(company uuid, moment timestamptz, points int, calories int, pending int, approved int, rejected int)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  day_of_moment date := (moment AT TIME ZONE coalesce((SELECT time_zone FROM company_days_zone), 'UTC'))::date;
BEGIN
  UPDATE company_days kept SET points = kept.points + step_company_day.points, calories = kept.calories + step_company_day.calories,
    pending = kept.pending + step_company_day.pending, approved = kept.approved + step_company_day.approved,
    rejected = kept.rejected + step_company_day.rejected
  WHERE kept.company_id = company AND kept.day = day_of_moment;
  IF FOUND THEN RETURN; END IF;
  INSERT INTO company_days AS kept (company_id, day, points, calories, pending, approved, rejected)
  VALUES (company, day_of_moment,
    step_company_day.points, step_company_day.calories, step_company_day.pending, step_company_day.approved, step_company_day.rejected)
  ON CONFLICT (company_id, day) DO UPDATE SET points = kept.points + excluded.points, calories = kept.calories + excluded.calories,
    pending = kept.pending + excluded.pending, approved = kept.approved + excluded.approved, rejected = kept.rejected + excluded.rejected;
END $$;
--> statement-breakpoint
-- Only sums are read, so that any row will do, also for what was counted in another one before. Decisions at the same time have
-- different connections: with rows by company two transactions with several decisions could wait for each other in a circle.
CREATE OR REPLACE FUNCTION task_day_slot(company uuid) RETURNS smallint LANGUAGE sql STABLE AS $$
  SELECT (pg_backend_pid() % 16)::smallint
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_task_day_of_proof() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM company_days_zone), 'UTC');
BEGIN
  IF NEW.task_id = OLD.task_id AND NEW.submitted_at = OLD.submitted_at THEN
    UPDATE task_days kept SET pending = kept.pending + (NEW.status = 'pending')::int - (OLD.status = 'pending')::int,
      approved = kept.approved + (NEW.status = 'approved')::int - (OLD.status = 'approved')::int,
      rejected = kept.rejected + (NEW.status = 'rejected')::int - (OLD.status = 'rejected')::int
    WHERE kept.task_id = NEW.task_id AND kept.day = (NEW.submitted_at AT TIME ZONE zone)::date AND kept.slot = task_day_slot(NEW.company_id);
    IF FOUND THEN RETURN null; END IF;
  END IF;
  INSERT INTO task_days AS kept (task_id, day, slot, pending, approved, rejected)
  SELECT task_id, (submitted_at AT TIME ZONE zone)::date, task_day_slot(company_id), sum(sign * (status = 'pending')::int),
    sum(sign * (status = 'approved')::int), sum(sign * (status = 'rejected')::int)
  FROM (VALUES (1, NEW.task_id, NEW.company_id, NEW.submitted_at, NEW.status), (-1, OLD.task_id, OLD.company_id, OLD.submitted_at, OLD.status))
    AS changed (sign, task_id, company_id, submitted_at, status)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (task_id, day, slot) DO UPDATE SET pending = kept.pending + excluded.pending, approved = kept.approved + excluded.approved,
    rejected = kept.rejected + excluded.rejected;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION step_review_day(sign int, submitted timestamptz, decided timestamptz, decision text, is_retry boolean)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  day_of_decision date := (decided AT TIME ZONE coalesce((SELECT time_zone FROM company_days_zone), 'UTC'))::date;
  minutes int := review_minutes(submitted, decided);
  first_try int := CASE WHEN is_retry THEN 0 ELSE sign END;
  first_try_approved int := CASE WHEN is_retry OR decision <> 'approved' THEN 0 ELSE sign END;
BEGIN
  UPDATE review_days kept SET decisions = kept.decisions + sign, first_tries = kept.first_tries + first_try,
    first_tries_approved = kept.first_tries_approved + first_try_approved
  WHERE kept.day = day_of_decision AND kept.waited_minutes = minutes AND kept.slot = review_slot();
  IF FOUND THEN RETURN; END IF;
  INSERT INTO review_days AS kept (day, waited_minutes, slot, decisions, first_tries, first_tries_approved)
  VALUES (day_of_decision, minutes, review_slot(), sign, first_try, first_try_approved)
  ON CONFLICT (day, waited_minutes, slot) DO UPDATE SET decisions = kept.decisions + excluded.decisions,
    first_tries = kept.first_tries + excluded.first_tries, first_tries_approved = kept.first_tries_approved + excluded.first_tries_approved;
END $$;
