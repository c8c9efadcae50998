CREATE TABLE "rejection_days" (
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"slot" smallint NOT NULL,
	"rejections" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rejection_days_day_reason_slot_pk" PRIMARY KEY("day","reason","slot")
);
--> statement-breakpoint
CREATE TABLE "review_days" (
	"day" date NOT NULL,
	"waited_minutes" integer NOT NULL,
	"slot" smallint NOT NULL,
	"decisions" integer DEFAULT 0 NOT NULL,
	"first_tries" integer DEFAULT 0 NOT NULL,
	"first_tries_approved" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "review_days_day_waited_minutes_slot_pk" PRIMARY KEY("day","waited_minutes","slot")
);
--> statement-breakpoint
ALTER TABLE "task_proofs" ADD COLUMN "is_retry" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD COLUMN "first_reviewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD COLUMN "first_decision" text;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD COLUMN "rejection_reasons" text[];--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_entries_reopened" ON "audit_entries" USING btree ("at") WHERE "audit_entries"."action" = 'reopened proof';
--> statement-breakpoint
-- Proofs of one company after the other are gone through, beside people who write. The triggers leave alone the days of companies whose
-- turn is still to come.
CREATE TABLE "review_days_todo" AS SELECT id AS company_id FROM companies;
--> statement-breakpoint
ALTER TABLE review_days_todo ADD PRIMARY KEY (company_id);
--> statement-breakpoint
CREATE FUNCTION waits_for_review_days(company uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM review_days_todo WHERE company_id = company)
$$;
--> statement-breakpoint
-- A note has the reasons that were picked on the review screen, in this order and with ". " between them, then own words.
CREATE FUNCTION find_rejection_reasons(note text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  found text[] := '{}';
  rest text := trim(coalesce(note, ''));
  reason text;
BEGIN
  FOREACH reason IN ARRAY ARRAY['Not enough different photos or videos', 'The activity is not visible', 'Too dark or blurred', 'Wrong task'] LOOP
    IF rest = reason OR starts_with(rest, reason || '. ') THEN
      found := found || reason;
      rest := substr(rest, length(reason) + 3);
    END IF;
  END LOOP;
  RETURN CASE WHEN rest = '' THEN found ELSE found || 'Other'::text END;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_first_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.first_reviewed_at := NEW.reviewed_at;
  NEW.first_decision := NEW.status;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- A clock that was set back makes no negative time.
CREATE FUNCTION review_minutes(submitted timestamptz, decided timestamptz) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(0, floor(extract(epoch FROM decided - submitted) / 60))::int
$$;
--> statement-breakpoint
-- Only sums are read, so that any row will do: decisions at the same time have different connections.
CREATE FUNCTION review_slot() RETURNS smallint LANGUAGE sql STABLE AS $$
  SELECT (pg_backend_pid() % 8)::smallint
$$;
--> statement-breakpoint
-- A rejection without a reason is counted under an empty one.
CREATE FUNCTION counted_reasons(reasons text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN coalesce(cardinality(reasons), 0) = 0 THEN ARRAY[''] ELSE reasons END
$$;
--> statement-breakpoint
CREATE FUNCTION keep_rejection_days_of_proof() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM company_days_zone), 'UTC');
BEGIN
  INSERT INTO rejection_days AS kept (day, reason, slot, rejections)
  SELECT (reviewed_at AT TIME ZONE zone)::date, reason, review_slot(), sum(sign)
  FROM (VALUES (1, NEW.status, NEW.reviewed_at, NEW.rejection_reasons), (-1, OLD.status, OLD.reviewed_at, OLD.rejection_reasons))
    AS changed (sign, status, reviewed_at, rejection_reasons), unnest(counted_reasons(rejection_reasons)) AS reason
  WHERE status = 'rejected' AND reviewed_at IS NOT NULL AND NOT waits_for_review_days(NEW.company_id) GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, reason, slot) DO UPDATE SET rejections = kept.rejections + excluded.rejections;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE FUNCTION step_review_day(sign int, submitted timestamptz, decided timestamptz, decision text, is_retry boolean)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_days AS kept (day, waited_minutes, slot, decisions, first_tries, first_tries_approved)
  VALUES ((decided AT TIME ZONE coalesce((SELECT time_zone FROM company_days_zone), 'UTC'))::date, review_minutes(submitted, decided),
    review_slot(), sign, CASE WHEN is_retry THEN 0 ELSE sign END, CASE WHEN is_retry OR decision <> 'approved' THEN 0 ELSE sign END)
  ON CONFLICT (day, waited_minutes, slot) DO UPDATE SET decisions = kept.decisions + excluded.decisions,
    first_tries = kept.first_tries + excluded.first_tries, first_tries_approved = kept.first_tries_approved + excluded.first_tries_approved;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_review_day_of_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.first_reviewed_at IS NOT NULL AND NOT waits_for_review_days(NEW.company_id) THEN
    PERFORM step_review_day(-1, OLD.submitted_at, OLD.first_reviewed_at, OLD.first_decision, OLD.is_retry);
  END IF;
  IF NEW.first_reviewed_at IS NOT NULL AND NOT waits_for_review_days(NEW.company_id) THEN
    PERFORM step_review_day(1, NEW.submitted_at, NEW.first_reviewed_at, NEW.first_decision, NEW.is_retry);
  END IF;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_reviews_of_proofs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM company_days_zone), 'UTC');
  sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO rejection_days AS kept (day, reason, slot, rejections)
  SELECT (reviewed_at AT TIME ZONE zone)::date, reason, review_slot(), sign * count(*)
  FROM changed, unnest(counted_reasons(rejection_reasons)) AS reason
  WHERE status = 'rejected' AND reviewed_at IS NOT NULL AND NOT waits_for_review_days(company_id) GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, reason, slot) DO UPDATE SET rejections = kept.rejections + excluded.rejections;
  INSERT INTO review_days AS kept (day, waited_minutes, slot, decisions, first_tries, first_tries_approved)
  SELECT (first_reviewed_at AT TIME ZONE zone)::date, review_minutes(submitted_at, first_reviewed_at), review_slot(), sign * count(*),
    sign * count(*) FILTER (WHERE NOT is_retry), sign * count(*) FILTER (WHERE NOT is_retry AND first_decision = 'approved')
  FROM changed WHERE first_reviewed_at IS NOT NULL AND NOT waits_for_review_days(company_id) GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (day, waited_minutes, slot) DO UPDATE SET decisions = kept.decisions + excluded.decisions,
    first_tries = kept.first_tries + excluded.first_tries, first_tries_approved = kept.first_tries_approved + excluded.first_tries_approved;
  RETURN null;
END $$;
--> statement-breakpoint
-- At once, and with the companies that came meanwhile: the days of a later one are kept from its first proof on.
LOCK TABLE task_proofs IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO review_days_todo (company_id) SELECT id FROM companies WHERE NOT waits_for_review_days(id);
CREATE TRIGGER proofs_first_decision BEFORE INSERT OR UPDATE ON task_proofs FOR EACH ROW
  WHEN (NEW.status <> 'pending' AND NEW.reviewed_at IS NOT NULL AND NEW.first_reviewed_at IS NULL)
  EXECUTE FUNCTION keep_first_decision();
CREATE TRIGGER proofs_kept_rejections_update AFTER UPDATE ON task_proofs FOR EACH ROW
  WHEN ((OLD.status = 'rejected' OR NEW.status = 'rejected')
    AND (OLD.status, OLD.reviewed_at, OLD.rejection_reasons) IS DISTINCT FROM (NEW.status, NEW.reviewed_at, NEW.rejection_reasons))
  EXECUTE FUNCTION keep_rejection_days_of_proof();
-- Only a first decision changes it: what is decided again after reopening costs a comparison.
CREATE TRIGGER proofs_kept_reviews_update AFTER UPDATE ON task_proofs FOR EACH ROW
  WHEN ((OLD.submitted_at, OLD.first_reviewed_at, OLD.first_decision, OLD.is_retry)
    IS DISTINCT FROM (NEW.submitted_at, NEW.first_reviewed_at, NEW.first_decision, NEW.is_retry)
    AND coalesce(OLD.first_reviewed_at, NEW.first_reviewed_at) IS NOT NULL)
  EXECUTE FUNCTION keep_review_day_of_proof();
CREATE TRIGGER proofs_kept_reviews_insert AFTER INSERT ON task_proofs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reviews_of_proofs();
CREATE TRIGGER proofs_kept_reviews_delete AFTER DELETE ON task_proofs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_reviews_of_proofs();
--> statement-breakpoint
CREATE FUNCTION rebuild_review_days() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM company_days_zone), 'UTC');
BEGIN
  LOCK TABLE task_proofs IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM rejection_days;
  DELETE FROM review_days;
  INSERT INTO rejection_days (day, reason, slot, rejections)
  SELECT (reviewed_at AT TIME ZONE zone)::date, reason, 0, count(*)
  FROM task_proofs, unnest(counted_reasons(rejection_reasons)) AS reason
  WHERE status = 'rejected' AND reviewed_at IS NOT NULL GROUP BY 1, 2;
  INSERT INTO review_days (day, waited_minutes, slot, decisions, first_tries, first_tries_approved)
  SELECT (first_reviewed_at AT TIME ZONE zone)::date, review_minutes(submitted_at, first_reviewed_at), 0, count(*),
    count(*) FILTER (WHERE NOT is_retry), count(*) FILTER (WHERE NOT is_retry AND first_decision = 'approved')
  FROM task_proofs WHERE first_reviewed_at IS NOT NULL GROUP BY 1, 2;
END $$;
--> statement-breakpoint
-- What is there already: the log of administrators has every decision, also those that were reopened.
CREATE FUNCTION fill_review_days(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM company_days_zone), 'UTC');
  chosen uuid[];
BEGIN
  SELECT array_agg(company_id) INTO chosen FROM (SELECT company_id FROM review_days_todo LIMIT most) todo;
  UPDATE task_proofs p SET first_reviewed_at = made.first_reviewed_at, first_decision = made.first_decision, is_retry = made.is_retry,
    rejection_reasons = made.rejection_reasons
  FROM (
    SELECT id, coalesce(logged.at, decided.first_reviewed_at, CASE WHEN status <> 'pending' THEN reviewed_at END) AS first_reviewed_at,
      CASE WHEN logged.at IS NOT NULL THEN logged.decision WHEN decided.first_reviewed_at IS NOT NULL THEN decided.first_decision
        WHEN status <> 'pending' AND reviewed_at IS NOT NULL THEN status END AS first_decision,
      row_number() OVER (PARTITION BY company_id, task_id ORDER BY submitted_at, id) > 1 AS is_retry,
      CASE WHEN status = 'rejected' THEN find_rejection_reasons(admin_notes) END AS rejection_reasons
    FROM task_proofs decided LEFT JOIN LATERAL (
      SELECT at, CASE action WHEN 'approved proof' THEN 'approved' ELSE 'rejected' END AS decision FROM audit_entries e
      WHERE e.subject_id = decided.id::text AND action IN ('approved proof', 'rejected proof') ORDER BY at, e.id LIMIT 1
    ) logged ON true WHERE company_id = ANY(chosen)
  ) made
  WHERE made.id = p.id AND (made.first_reviewed_at, made.first_decision, made.is_retry, made.rejection_reasons)
    IS DISTINCT FROM (p.first_reviewed_at, p.first_decision, p.is_retry, p.rejection_reasons);
  INSERT INTO rejection_days AS kept (day, reason, slot, rejections)
  SELECT (reviewed_at AT TIME ZONE zone)::date, reason, 0, count(*)
  FROM task_proofs, unnest(counted_reasons(rejection_reasons)) AS reason
  WHERE company_id = ANY(chosen) AND status = 'rejected' AND reviewed_at IS NOT NULL GROUP BY 1, 2
  ON CONFLICT (day, reason, slot) DO UPDATE SET rejections = kept.rejections + excluded.rejections;
  INSERT INTO review_days AS kept (day, waited_minutes, slot, decisions, first_tries, first_tries_approved)
  SELECT (first_reviewed_at AT TIME ZONE zone)::date, review_minutes(submitted_at, first_reviewed_at), 0, count(*),
    count(*) FILTER (WHERE NOT is_retry), count(*) FILTER (WHERE NOT is_retry AND first_decision = 'approved')
  FROM task_proofs WHERE company_id = ANY(chosen) AND first_reviewed_at IS NOT NULL GROUP BY 1, 2
  ON CONFLICT (day, waited_minutes, slot) DO UPDATE SET decisions = kept.decisions + excluded.decisions,
    first_tries = kept.first_tries + excluded.first_tries, first_tries_approved = kept.first_tries_approved + excluded.first_tries_approved;
  DELETE FROM review_days_todo WHERE company_id = ANY(chosen);
  RETURN coalesce(cardinality(chosen), 0);
END $$;
--> statement-breakpoint
LOCK TABLE task_proofs IN SHARE ROW EXCLUSIVE MODE;
SELECT fill_review_days($1);
--> statement-breakpoint
DROP FUNCTION fill_review_days(int);
--> statement-breakpoint
DROP FUNCTION find_rejection_reasons(text);
--> statement-breakpoint
-- The triggers without that condition. Nobody is inside of them meanwhile.
LOCK TABLE task_proofs IN SHARE ROW EXCLUSIVE MODE;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['keep_rejection_days_of_proof', 'keep_review_day_of_proof', 'keep_reviews_of_proofs'] LOOP
    EXECUTE regexp_replace(pg_get_functiondef(name::regproc), ' AND NOT waits_for_review_days\((NEW\.)?company_id\)', '', 'g');
  END LOOP;
END $$;
DROP FUNCTION waits_for_review_days(uuid);
DROP TABLE review_days_todo;
