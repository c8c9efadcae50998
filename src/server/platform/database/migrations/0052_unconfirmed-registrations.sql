ALTER TABLE "events" ADD COLUMN "confirmation" text DEFAULT 'nearly-full' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "confirm_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "source_hash" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "registrations_unconfirmed" ON "event_registrations" USING btree ("event_id") WHERE "event_registrations"."confirm_by" is not null;--> statement-breakpoint
-- The state in which a registration is counted; none while its email address is not confirmed.
CREATE FUNCTION counted_state(status text, confirm_by timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN status = 'pending' AND confirm_by IS NOT NULL THEN null ELSE status END
$$;
--> statement-breakpoint
-- Places that are kept for registrations whose email address is not confirmed. They end by themselves, so no trigger can count them.
CREATE FUNCTION held_places(event uuid, at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM event_registrations
  WHERE event_id = event AND status = 'pending' AND confirm_by IS NOT NULL AND confirm_by > at AND waiting_since IS NULL
$$;
--> statement-breakpoint
-- In the order of the events: two transactions wait for each other, never in a circle.
CREATE OR REPLACE FUNCTION keep_event_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM step_event_counts(event_id, state, checked_in, step) FROM (
      SELECT event_id, counted_state(status, confirm_by) AS state, checked_in, count(*) AS step FROM added GROUP BY 1, 2, 3 ORDER BY 1
    ) changed WHERE state IS NOT NULL;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM step_event_counts(event_id, state, checked_in, step) FROM (
      SELECT event_id, counted_state(status, confirm_by) AS state, checked_in, -count(*) AS step FROM removed GROUP BY 1, 2, 3 ORDER BY 1
    ) changed WHERE state IS NOT NULL;
  ELSE
    PERFORM step_event_counts(event_id, state, checked_in, step) FROM (
      SELECT event_id, state, checked_in, sum(by)::bigint AS step FROM (
        SELECT event_id, counted_state(status, confirm_by) AS state, checked_in, 1 AS by FROM added
        UNION ALL SELECT event_id, counted_state(status, confirm_by), checked_in, -1 FROM removed
      ) versions GROUP BY 1, 2, 3 HAVING sum(by) <> 0 ORDER BY 1
    ) changed WHERE state IS NOT NULL;
  END IF;
  RETURN null;
END $$;
