ALTER TABLE "events" ADD COLUMN "offer_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "offered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "offer_expires_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "registrations_waiting" ON "event_registrations" USING btree ("event_id","registered_at","id") WHERE "event_registrations"."status" = 'pending' and "event_registrations"."waiting_since" is not null;--> statement-breakpoint
-- Who is beyond the capacity of the event, and marked in batches beside people who write.
CREATE TABLE "registrations_todo" AS SELECT "id" FROM (
  SELECT r."id", e."capacity", coalesce(a."approved", 0) + row_number() OVER (PARTITION BY r."event_id" ORDER BY r."registered_at", r."id") AS "place"
  FROM "event_registrations" r
  JOIN "events" e ON e."id" = r."event_id"
  LEFT JOIN (SELECT "event_id", count(*) AS "approved" FROM "event_registrations" WHERE "status" = 'approved' GROUP BY "event_id") a ON a."event_id" = r."event_id"
  WHERE r."status" = 'pending' AND e."capacity" IS NOT NULL
) "queue" WHERE "place" > "capacity";
--> statement-breakpoint
CREATE FUNCTION mark_waiting_registrations(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  chosen uuid[];
BEGIN
  WITH taken AS (
    DELETE FROM registrations_todo WHERE ctid IN (SELECT ctid FROM registrations_todo LIMIT most) RETURNING id
  ) SELECT array_agg(id) INTO chosen FROM taken;
  UPDATE event_registrations SET waiting_since = registered_at WHERE id = ANY(chosen) AND status = 'pending';
  RETURN coalesce(cardinality(chosen), 0);
END $$;
--> statement-breakpoint
SELECT mark_waiting_registrations($1);
--> statement-breakpoint
DROP FUNCTION mark_waiting_registrations(int);
--> statement-breakpoint
DROP TABLE "registrations_todo";
