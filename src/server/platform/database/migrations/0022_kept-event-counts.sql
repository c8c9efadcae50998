CREATE TABLE "gate_counts" (
	"event_id" uuid NOT NULL,
	"gate" text NOT NULL,
	"checked_in" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "gate_counts_event_id_gate_pk" PRIMARY KEY("event_id","gate")
);
--> statement-breakpoint
CREATE TABLE "event_counts" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"checked_in" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "gate_counts" ADD CONSTRAINT "gate_counts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_counts" ADD CONSTRAINT "event_counts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A step, never a new value: two transactions at once add up. Once per statement and state: a batch of a hundred rows is one step.
CREATE FUNCTION step_event_counts(event uuid, state text, is_inside boolean, step bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_counts AS kept (event_id, pending, approved, rejected, cancelled, checked_in)
  VALUES (event, CASE state WHEN 'pending' THEN step ELSE 0 END, CASE state WHEN 'approved' THEN step ELSE 0 END,
    CASE state WHEN 'rejected' THEN step ELSE 0 END, CASE state WHEN 'cancelled' THEN step ELSE 0 END,
    CASE WHEN is_inside THEN step ELSE 0 END)
  ON CONFLICT (event_id) DO UPDATE SET pending = kept.pending + excluded.pending, approved = kept.approved + excluded.approved,
    rejected = kept.rejected + excluded.rejected, cancelled = kept.cancelled + excluded.cancelled,
    checked_in = kept.checked_in + excluded.checked_in;
END $$;
--> statement-breakpoint
-- In the order of the events: two transactions wait for each other, never in a circle.
CREATE FUNCTION keep_event_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM step_event_counts(event_id, status, checked_in, step) FROM (
      SELECT event_id, status, checked_in, count(*) AS step FROM added GROUP BY 1, 2, 3 ORDER BY 1
    ) changed;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM step_event_counts(event_id, status, checked_in, step) FROM (
      SELECT event_id, status, checked_in, -count(*) AS step FROM removed GROUP BY 1, 2, 3 ORDER BY 1
    ) changed;
  ELSE
    PERFORM step_event_counts(event_id, status, checked_in, step) FROM (
      SELECT event_id, status, checked_in, sum(by)::bigint AS step FROM (
        SELECT event_id, status, checked_in, 1 AS by FROM added
        UNION ALL SELECT event_id, status, checked_in, -1 FROM removed
      ) versions GROUP BY 1, 2, 3 HAVING sum(by) <> 0 ORDER BY 1
    ) changed;
  END IF;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER registrations_counted_insert AFTER INSERT ON event_registrations
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_event_counts();
--> statement-breakpoint
CREATE TRIGGER registrations_counted_update AFTER UPDATE ON event_registrations
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_event_counts();
--> statement-breakpoint
CREATE TRIGGER registrations_counted_delete AFTER DELETE ON event_registrations
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_event_counts();
--> statement-breakpoint
CREATE FUNCTION step_gate_counts(event uuid, name text, step bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gate_counts AS kept (event_id, gate, checked_in) VALUES (event, name, step)
  ON CONFLICT (event_id, gate) DO UPDATE SET checked_in = kept.checked_in + excluded.checked_in;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_gate_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM step_gate_counts(event_id, gate, step) FROM (
      SELECT event_id, gate, count(*) AS step FROM added WHERE result = 'ok' AND undone_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2
    ) changed;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM step_gate_counts(event_id, gate, step) FROM (
      SELECT event_id, gate, -count(*) AS step FROM removed WHERE result = 'ok' AND undone_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2
    ) changed;
  ELSE
    PERFORM step_gate_counts(event_id, gate, step) FROM (
      SELECT event_id, gate, sum(by)::bigint AS step FROM (
        SELECT event_id, gate, 1 AS by FROM added WHERE result = 'ok' AND undone_at IS NULL
        UNION ALL SELECT event_id, gate, -1 FROM removed WHERE result = 'ok' AND undone_at IS NULL
      ) versions GROUP BY 1, 2 HAVING sum(by) <> 0 ORDER BY 1, 2
    ) changed;
  END IF;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER scans_counted_insert AFTER INSERT ON door_scans
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_gate_counts();
--> statement-breakpoint
CREATE TRIGGER scans_counted_update AFTER UPDATE ON door_scans
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_gate_counts();
--> statement-breakpoint
CREATE TRIGGER scans_counted_delete AFTER DELETE ON door_scans
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_gate_counts();
--> statement-breakpoint
-- Events are counted one after the other, beside people who write: the triggers keep what changes from then on.
CREATE TABLE "event_counts_todo" AS SELECT id AS event_id FROM events;
--> statement-breakpoint
CREATE FUNCTION fill_event_counts(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  chosen uuid[];
BEGIN
  WITH taken AS (
    DELETE FROM event_counts_todo WHERE ctid IN (SELECT ctid FROM event_counts_todo LIMIT most) RETURNING event_id
  ) SELECT array_agg(event_id) INTO chosen FROM taken;
  DELETE FROM event_counts WHERE event_id = ANY(chosen);
  INSERT INTO event_counts (event_id, pending, approved, rejected, cancelled, checked_in)
  SELECT event_id, count(*) FILTER (WHERE status = 'pending'), count(*) FILTER (WHERE status = 'approved'),
    count(*) FILTER (WHERE status = 'rejected'), count(*) FILTER (WHERE status = 'cancelled'), count(*) FILTER (WHERE checked_in)
  FROM event_registrations WHERE event_id = ANY(chosen) GROUP BY event_id;
  RETURN coalesce(cardinality(chosen), 0);
END $$;
--> statement-breakpoint
LOCK TABLE event_registrations IN SHARE ROW EXCLUSIVE MODE;
SELECT fill_event_counts($1);
--> statement-breakpoint
DROP FUNCTION fill_event_counts(int);
--> statement-breakpoint
DROP TABLE event_counts_todo;
--> statement-breakpoint
CREATE TABLE "gate_counts_todo" AS SELECT id AS event_id FROM events;
--> statement-breakpoint
CREATE FUNCTION fill_gate_counts(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  chosen uuid[];
BEGIN
  WITH taken AS (
    DELETE FROM gate_counts_todo WHERE ctid IN (SELECT ctid FROM gate_counts_todo LIMIT most) RETURNING event_id
  ) SELECT array_agg(event_id) INTO chosen FROM taken;
  DELETE FROM gate_counts WHERE event_id = ANY(chosen);
  INSERT INTO gate_counts (event_id, gate, checked_in)
  SELECT event_id, gate, count(*) FROM door_scans WHERE event_id = ANY(chosen) AND result = 'ok' AND undone_at IS NULL GROUP BY event_id, gate;
  RETURN coalesce(cardinality(chosen), 0);
END $$;
--> statement-breakpoint
LOCK TABLE door_scans IN SHARE ROW EXCLUSIVE MODE;
SELECT fill_gate_counts($1);
--> statement-breakpoint
DROP FUNCTION fill_gate_counts(int);
--> statement-breakpoint
DROP TABLE gate_counts_todo;
