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
-- Companies are counted one after the other, beside people who write. The triggers leave alone those that are still to be counted.
CREATE TABLE "task_days_todo" AS SELECT id AS company_id FROM companies;
--> statement-breakpoint
ALTER TABLE task_days_todo ADD PRIMARY KEY (company_id);
--> statement-breakpoint
CREATE FUNCTION waits_for_task_days(company uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM task_days_todo WHERE company_id = company)
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
    AS changed (sign, task_id, company_id, submitted_at, status) WHERE NOT waits_for_task_days(company_id)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (task_id, day, slot) DO UPDATE SET pending = kept.pending + excluded.pending, approved = kept.approved + excluded.approved,
    rejected = kept.rejected + excluded.rejected;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_task_days_of_proofs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM company_days_zone), 'UTC');
  sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO task_days AS kept (task_id, day, slot, pending, approved, rejected)
  SELECT task_id, (submitted_at AT TIME ZONE zone)::date, task_day_slot(company_id), sign * count(*) FILTER (WHERE status = 'pending'),
    sign * count(*) FILTER (WHERE status = 'approved'), sign * count(*) FILTER (WHERE status = 'rejected')
  FROM changed WHERE NOT waits_for_task_days(company_id) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (task_id, day, slot) DO UPDATE SET pending = kept.pending + excluded.pending, approved = kept.approved + excluded.approved,
    rejected = kept.rejected + excluded.rejected;
  RETURN null;
END $$;
--> statement-breakpoint
-- At once, and with the companies that came meanwhile: a later one is counted by the triggers from its first proof on.
LOCK TABLE task_proofs IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO task_days_todo (company_id) SELECT id FROM companies WHERE NOT waits_for_task_days(id);
CREATE TRIGGER proofs_kept_by_task_update AFTER UPDATE ON task_proofs FOR EACH ROW
  WHEN ((OLD.task_id, OLD.company_id, OLD.submitted_at, OLD.status) IS DISTINCT FROM (NEW.task_id, NEW.company_id, NEW.submitted_at, NEW.status))
  EXECUTE FUNCTION keep_task_day_of_proof();
CREATE TRIGGER proofs_kept_by_task_insert AFTER INSERT ON task_proofs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_task_days_of_proofs();
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
CREATE FUNCTION fill_task_days(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  zone text := coalesce((SELECT time_zone FROM company_days_zone), 'UTC');
  chosen uuid[];
BEGIN
  WITH taken AS (
    DELETE FROM task_days_todo WHERE company_id IN (SELECT company_id FROM task_days_todo LIMIT most) RETURNING company_id
  ) SELECT array_agg(company_id) INTO chosen FROM taken;
  INSERT INTO task_days AS kept (task_id, day, slot, pending, approved, rejected)
  SELECT task_id, (submitted_at AT TIME ZONE zone)::date, task_day_slot(company_id), count(*) FILTER (WHERE status = 'pending'),
    count(*) FILTER (WHERE status = 'approved'), count(*) FILTER (WHERE status = 'rejected')
  FROM task_proofs WHERE company_id = ANY(chosen) GROUP BY 1, 2, 3
  ON CONFLICT (task_id, day, slot) DO UPDATE SET pending = kept.pending + excluded.pending, approved = kept.approved + excluded.approved,
    rejected = kept.rejected + excluded.rejected;
  RETURN coalesce(cardinality(chosen), 0);
END $$;
--> statement-breakpoint
LOCK TABLE task_proofs IN SHARE ROW EXCLUSIVE MODE;
SELECT fill_task_days($1);
--> statement-breakpoint
DROP FUNCTION fill_task_days(int);
--> statement-breakpoint
-- The triggers without that condition. Nobody is inside of them meanwhile.
LOCK TABLE task_proofs IN SHARE ROW EXCLUSIVE MODE;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['keep_task_day_of_proof', 'keep_task_days_of_proofs'] LOOP
    EXECUTE replace(pg_get_functiondef(name::regproc), ' WHERE NOT waits_for_task_days(company_id)', '');
  END LOOP;
END $$;
DROP FUNCTION waits_for_task_days(uuid);
DROP TABLE task_days_todo;
