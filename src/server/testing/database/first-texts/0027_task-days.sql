CREATE TABLE "task_days" (
	"task_id" uuid NOT NULL,
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "task_days_task_id_day_slot_pk" PRIMARY KEY("task_id","day","slot")
);
--> statement-breakpoint
ALTER TABLE "task_days" ADD CONSTRAINT "task_days_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Sixteen rows for a task and a day: decisions about proofs of different companies seldom wait for the same one.
CREATE FUNCTION task_day_slot(company uuid) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT (get_byte(uuid_send(company), 0) % 16)::smallint
$$;
--> statement-breakpoint
CREATE FUNCTION keep_task_day_of_proof() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM company_days_zone), 'UTC');
BEGIN
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
CREATE TRIGGER proofs_kept_by_task_update AFTER UPDATE ON task_proofs FOR EACH ROW
  WHEN ((OLD.task_id, OLD.company_id, OLD.submitted_at, OLD.status) IS DISTINCT FROM (NEW.task_id, NEW.company_id, NEW.submitted_at, NEW.status))
  EXECUTE FUNCTION keep_task_day_of_proof();
--> statement-breakpoint
CREATE FUNCTION keep_task_days_of_proofs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM company_days_zone), 'UTC');
  sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO task_days AS kept (task_id, day, slot, pending, approved, rejected)
  SELECT task_id, (submitted_at AT TIME ZONE zone)::date, task_day_slot(company_id), sign * count(*) FILTER (WHERE status = 'pending'),
    sign * count(*) FILTER (WHERE status = 'approved'), sign * count(*) FILTER (WHERE status = 'rejected')
  FROM changed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (task_id, day, slot) DO UPDATE SET pending = kept.pending + excluded.pending, approved = kept.approved + excluded.approved,
    rejected = kept.rejected + excluded.rejected;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER proofs_kept_by_task_insert AFTER INSERT ON task_proofs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_task_days_of_proofs();
--> statement-breakpoint
CREATE TRIGGER proofs_kept_by_task_delete AFTER DELETE ON task_proofs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_task_days_of_proofs();
--> statement-breakpoint
CREATE FUNCTION rebuild_task_days() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM company_days_zone), 'UTC');
BEGIN
  LOCK TABLE task_proofs IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM task_days;
  INSERT INTO task_days (task_id, day, slot, pending, approved, rejected)
  SELECT task_id, (submitted_at AT TIME ZONE zone)::date, task_day_slot(company_id), count(*) FILTER (WHERE status = 'pending'),
    count(*) FILTER (WHERE status = 'approved'), count(*) FILTER (WHERE status = 'rejected')
  FROM task_proofs GROUP BY 1, 2, 3;
END $$;
--> statement-breakpoint
SELECT rebuild_task_days();
