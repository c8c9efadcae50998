-- Decisions of the same moment are written by one statement, and the days they change by one statement for each table, not by four triggers
-- for each proof. Sums of what was taken away and what was added: what did not change is in neither. The time zone is read in each statement:
-- with a variable PostgreSQL may plan them anew each time.
CREATE FUNCTION keep_days_of_changed_proofs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The company before its day, as reopening does, and companies in one order. Claims and removed files change no day and end here.
  PERFORM 1 FROM companies WHERE id IN (
    SELECT after.company_id FROM after JOIN before USING (id)
    WHERE (after.task_id, after.company_id, after.submitted_at, after.status, after.points_awarded, after.calories_awarded,
        after.reviewed_at, after.rejection_reasons, after.first_reviewed_at, after.first_decision, after.is_retry)
      IS DISTINCT FROM (before.task_id, before.company_id, before.submitted_at, before.status, before.points_awarded, before.calories_awarded,
        before.reviewed_at, before.rejection_reasons, before.first_reviewed_at, before.first_decision, before.is_retry)
  ) ORDER BY id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN null; END IF;

  INSERT INTO company_days AS kept (company_id, day, points, calories, pending, approved, rejected)
  SELECT company_id, (submitted_at AT TIME ZONE coalesce((SELECT time_zone FROM company_days_zone), 'UTC'))::date, sum(sign * coalesce(points_awarded, 0)), sum(sign * coalesce(calories_awarded, 0)),
    sum(sign * (status = 'pending')::int), sum(sign * (status = 'approved')::int), sum(sign * (status = 'rejected')::int)
  FROM (
    SELECT 1 AS sign, company_id, submitted_at, status, points_awarded, calories_awarded FROM after
    UNION ALL SELECT -1, company_id, submitted_at, status, points_awarded, calories_awarded FROM before
  ) changed
  GROUP BY 1, 2
  HAVING (sum(sign * coalesce(points_awarded, 0)), sum(sign * coalesce(calories_awarded, 0)), sum(sign * (status = 'pending')::int),
    sum(sign * (status = 'approved')::int), sum(sign * (status = 'rejected')::int)) <> (0, 0, 0, 0, 0)
  ORDER BY 1, 2
  ON CONFLICT (company_id, day) DO UPDATE SET points = kept.points + excluded.points, calories = kept.calories + excluded.calories,
    pending = kept.pending + excluded.pending, approved = kept.approved + excluded.approved, rejected = kept.rejected + excluded.rejected;

  INSERT INTO task_days AS kept (task_id, day, slot, pending, approved, rejected)
  SELECT task_id, (submitted_at AT TIME ZONE coalesce((SELECT time_zone FROM company_days_zone), 'UTC'))::date, task_day_slot(company_id), sum(sign * (status = 'pending')::int),
    sum(sign * (status = 'approved')::int), sum(sign * (status = 'rejected')::int)
  FROM (
    SELECT 1 AS sign, task_id, company_id, submitted_at, status FROM after
    UNION ALL SELECT -1, task_id, company_id, submitted_at, status FROM before
  ) changed
  GROUP BY 1, 2, 3
  HAVING (sum(sign * (status = 'pending')::int), sum(sign * (status = 'approved')::int), sum(sign * (status = 'rejected')::int)) <> (0, 0, 0)
  ORDER BY 1, 2, 3
  ON CONFLICT (task_id, day, slot) DO UPDATE SET pending = kept.pending + excluded.pending, approved = kept.approved + excluded.approved,
    rejected = kept.rejected + excluded.rejected;

  INSERT INTO rejection_days AS kept (day, reason, slot, rejections)
  SELECT (reviewed_at AT TIME ZONE coalesce((SELECT time_zone FROM company_days_zone), 'UTC'))::date, reason, review_slot(), sum(sign)
  FROM (
    SELECT 1 AS sign, status, reviewed_at, rejection_reasons FROM after UNION ALL SELECT -1, status, reviewed_at, rejection_reasons FROM before
  ) changed, unnest(counted_reasons(rejection_reasons)) AS reason
  WHERE status = 'rejected' AND reviewed_at IS NOT NULL GROUP BY 1, 2 HAVING sum(sign) <> 0 ORDER BY 1, 2
  ON CONFLICT (day, reason, slot) DO UPDATE SET rejections = kept.rejections + excluded.rejections;

  -- Only a first decision changes it, not what is decided again after reopening.
  INSERT INTO review_days AS kept (day, waited_minutes, slot, decisions, first_tries, first_tries_approved)
  SELECT (first_reviewed_at AT TIME ZONE coalesce((SELECT time_zone FROM company_days_zone), 'UTC'))::date, review_minutes(submitted_at, first_reviewed_at), review_slot(), sum(sign),
    sum(sign * (NOT is_retry)::int), sum(sign * (NOT is_retry AND first_decision = 'approved')::int)
  FROM (
    SELECT 1 AS sign, submitted_at, first_reviewed_at, first_decision, is_retry FROM after
    UNION ALL SELECT -1, submitted_at, first_reviewed_at, first_decision, is_retry FROM before
  ) changed
  WHERE first_reviewed_at IS NOT NULL GROUP BY 1, 2
  HAVING (sum(sign), sum(sign * (NOT is_retry)::int), sum(sign * (NOT is_retry AND first_decision = 'approved')::int)) <> (0, 0, 0)
  ORDER BY 1, 2
  ON CONFLICT (day, waited_minutes, slot) DO UPDATE SET decisions = kept.decisions + excluded.decisions,
    first_tries = kept.first_tries + excluded.first_tries, first_tries_approved = kept.first_tries_approved + excluded.first_tries_approved;
  RETURN null;
END $$;
--> statement-breakpoint
DROP TRIGGER proofs_kept_by_day_update ON task_proofs;
--> statement-breakpoint
CREATE TRIGGER proofs_kept_by_day_update AFTER UPDATE ON task_proofs
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION keep_days_of_changed_proofs();
--> statement-breakpoint
DROP TRIGGER proofs_kept_by_task_update ON task_proofs;
--> statement-breakpoint
DROP TRIGGER proofs_kept_rejections_update ON task_proofs;
--> statement-breakpoint
DROP TRIGGER proofs_kept_reviews_update ON task_proofs;
--> statement-breakpoint
DROP FUNCTION keep_company_day_of_proof();
--> statement-breakpoint
DROP FUNCTION keep_task_day_of_proof();
--> statement-breakpoint
DROP FUNCTION keep_rejection_days_of_proof();
--> statement-breakpoint
DROP FUNCTION keep_review_day_of_proof();
--> statement-breakpoint
DROP FUNCTION step_review_day(int, timestamptz, timestamptz, text, boolean);
