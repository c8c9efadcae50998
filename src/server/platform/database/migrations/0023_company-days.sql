-- Companies are counted one after the other, beside people who write: the triggers keep what changes from then on.
CREATE TABLE "company_days" (
	"company_id" uuid NOT NULL,
	"day" date NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"calories" integer DEFAULT 0 NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "company_days_company_id_day_pk" PRIMARY KEY("company_id","day")
);
--> statement-breakpoint
CREATE TABLE "company_days_zone" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"time_zone" text NOT NULL,
	CONSTRAINT "company_days_zone_one_row" CHECK ("company_days_zone"."is_only_row")
);
--> statement-breakpoint
ALTER TABLE "company_days" ADD CONSTRAINT "company_days_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_days_day" ON "company_days" USING btree ("day");
--> statement-breakpoint
-- The default of TIME_ZONE; a start with another one rebuilds.
INSERT INTO company_days_zone (time_zone) VALUES ('America/Curacao');
--> statement-breakpoint
-- A step, never a new value: two transactions at once add up.
CREATE FUNCTION step_company_day(company uuid, moment timestamptz, points int, calories int, pending int, approved int, rejected int)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO company_days AS kept (company_id, day, points, calories, pending, approved, rejected)
  VALUES (company, (moment AT TIME ZONE coalesce((SELECT time_zone FROM company_days_zone), 'UTC'))::date,
    step_company_day.points, step_company_day.calories, step_company_day.pending, step_company_day.approved, step_company_day.rejected)
  ON CONFLICT (company_id, day) DO UPDATE SET points = kept.points + excluded.points, calories = kept.calories + excluded.calories,
    pending = kept.pending + excluded.pending, approved = kept.approved + excluded.approved, rejected = kept.rejected + excluded.rejected;
END $$;
--> statement-breakpoint
-- What a proof earned is stepped with its state: an approval writes one row here, not one for the proof and one for the ledger.
-- The row of the company is locked first: reopening has it before it comes here, so that an approval must not ask in the other order.
CREATE FUNCTION keep_company_day_of_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM companies WHERE id = NEW.company_id FOR NO KEY UPDATE;
  IF NEW.company_id = OLD.company_id AND NEW.submitted_at = OLD.submitted_at THEN
    PERFORM step_company_day(NEW.company_id, NEW.submitted_at,
      coalesce(NEW.points_awarded, 0) - coalesce(OLD.points_awarded, 0), coalesce(NEW.calories_awarded, 0) - coalesce(OLD.calories_awarded, 0),
      (NEW.status = 'pending')::int - (OLD.status = 'pending')::int, (NEW.status = 'approved')::int - (OLD.status = 'approved')::int,
      (NEW.status = 'rejected')::int - (OLD.status = 'rejected')::int);
  ELSE
    PERFORM step_company_day(OLD.company_id, OLD.submitted_at, -coalesce(OLD.points_awarded, 0), -coalesce(OLD.calories_awarded, 0),
      -(OLD.status = 'pending')::int, -(OLD.status = 'approved')::int, -(OLD.status = 'rejected')::int);
    PERFORM step_company_day(NEW.company_id, NEW.submitted_at, coalesce(NEW.points_awarded, 0), coalesce(NEW.calories_awarded, 0),
      (NEW.status = 'pending')::int, (NEW.status = 'approved')::int, (NEW.status = 'rejected')::int);
  END IF;
  RETURN null;
END $$;
--> statement-breakpoint
-- Per row and only for what counts here: claims and removed files, which are most changes of proofs, cost a comparison.
CREATE TRIGGER proofs_kept_by_day_update AFTER UPDATE ON task_proofs FOR EACH ROW
  WHEN ((OLD.company_id, OLD.submitted_at, OLD.status, OLD.points_awarded, OLD.calories_awarded)
    IS DISTINCT FROM (NEW.company_id, NEW.submitted_at, NEW.status, NEW.points_awarded, NEW.calories_awarded))
  EXECUTE FUNCTION keep_company_day_of_proof();
--> statement-breakpoint
-- Once per statement, in the order of the companies: two transactions wait for each other, never in a circle.
CREATE FUNCTION keep_company_days_of_proofs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM company_days_zone), 'UTC');
  sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO company_days AS kept (company_id, day, points, calories, pending, approved, rejected)
  SELECT company_id, (submitted_at AT TIME ZONE zone)::date AS day, sign * sum(coalesce(points_awarded, 0)), sign * sum(coalesce(calories_awarded, 0)),
    sign * count(*) FILTER (WHERE status = 'pending'), sign * count(*) FILTER (WHERE status = 'approved'),
    sign * count(*) FILTER (WHERE status = 'rejected')
  FROM changed GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (company_id, day) DO UPDATE SET points = kept.points + excluded.points, calories = kept.calories + excluded.calories,
    pending = kept.pending + excluded.pending, approved = kept.approved + excluded.approved, rejected = kept.rejected + excluded.rejected;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER proofs_kept_by_day_insert AFTER INSERT ON task_proofs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_company_days_of_proofs();
--> statement-breakpoint
CREATE TRIGGER proofs_kept_by_day_delete AFTER DELETE ON task_proofs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_company_days_of_proofs();
--> statement-breakpoint
-- Approvals and reversals are stepped with their proofs. The ledger is append-only: nothing else happens to it.
CREATE FUNCTION keep_company_day_of_adjustment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM step_company_day(NEW.company_id, NEW.effective_at, NEW.points, NEW.calories, 0, 0, 0);
  RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER adjustments_kept_by_day AFTER INSERT ON point_entries FOR EACH ROW
  WHEN (NEW.kind = 'adjust') EXECUTE FUNCTION keep_company_day_of_adjustment();
--> statement-breakpoint
-- All days anew, from the ledger and the proofs. Whoever writes either of them waits until the days are those of the new zone.
CREATE FUNCTION rebuild_company_days(zone text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE task_proofs, point_entries IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO company_days_zone (time_zone) VALUES (zone) ON CONFLICT (is_only_row) DO UPDATE SET time_zone = excluded.time_zone;
  DELETE FROM company_days;
  INSERT INTO company_days (company_id, day, points, calories, pending, approved, rejected)
  SELECT company_id, day, sum(points), sum(calories), sum(pending), sum(approved), sum(rejected) FROM (
    SELECT company_id, (effective_at AT TIME ZONE zone)::date AS day, points, calories, 0 AS pending, 0 AS approved, 0 AS rejected
    FROM point_entries
    UNION ALL
    SELECT company_id, (submitted_at AT TIME ZONE zone)::date, 0, 0, (status = 'pending')::int, (status = 'approved')::int, (status = 'rejected')::int
    FROM task_proofs
  ) counted GROUP BY 1, 2;
END $$;
--> statement-breakpoint
CREATE TABLE "company_days_todo" AS SELECT id AS company_id FROM companies;
--> statement-breakpoint
ALTER TABLE company_days_todo ADD PRIMARY KEY (company_id);
--> statement-breakpoint
CREATE FUNCTION fill_company_days(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  chosen uuid[];
BEGIN
  WITH taken AS (
    DELETE FROM company_days_todo WHERE company_id IN (SELECT company_id FROM company_days_todo LIMIT most) RETURNING company_id
  ) SELECT array_agg(company_id) INTO chosen FROM taken;
  DELETE FROM company_days WHERE company_id = ANY(chosen);
  INSERT INTO company_days (company_id, day, points, calories, pending, approved, rejected)
  SELECT company_id, day, sum(points), sum(calories), sum(pending), sum(approved), sum(rejected) FROM (
    SELECT company_id, (effective_at AT TIME ZONE time_zone)::date AS day, points, calories, 0 AS pending, 0 AS approved, 0 AS rejected
    FROM point_entries, company_days_zone WHERE company_id = ANY(chosen)
    UNION ALL
    SELECT company_id, (submitted_at AT TIME ZONE time_zone)::date, 0, 0, (status = 'pending')::int, (status = 'approved')::int,
      (status = 'rejected')::int
    FROM task_proofs, company_days_zone WHERE company_id = ANY(chosen)
  ) counted GROUP BY 1, 2;
  RETURN coalesce(cardinality(chosen), 0);
END $$;
--> statement-breakpoint
LOCK TABLE task_proofs, point_entries IN SHARE ROW EXCLUSIVE MODE;
SELECT fill_company_days($1);
--> statement-breakpoint
DROP FUNCTION fill_company_days(int);
--> statement-breakpoint
DROP TABLE company_days_todo;
