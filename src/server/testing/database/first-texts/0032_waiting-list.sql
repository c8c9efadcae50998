ALTER TABLE "events" ADD COLUMN "offer_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "offered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "offer_expires_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "registrations_waiting" ON "event_registrations" USING btree ("event_id","registered_at","id") WHERE "event_registrations"."status" = 'pending' and "event_registrations"."waiting_since" is not null;--> statement-breakpoint
UPDATE "event_registrations" SET "waiting_since" = "registered_at" WHERE "id" IN (
  SELECT "id" FROM (
    SELECT r."id", e."capacity", coalesce(a."approved", 0) + row_number() OVER (PARTITION BY r."event_id" ORDER BY r."registered_at", r."id") AS "place"
    FROM "event_registrations" r
    JOIN "events" e ON e."id" = r."event_id"
    LEFT JOIN (SELECT "event_id", count(*) AS "approved" FROM "event_registrations" WHERE "status" = 'approved' GROUP BY "event_id") a ON a."event_id" = r."event_id"
    WHERE r."status" = 'pending' AND e."capacity" IS NOT NULL
  ) "queue" WHERE "place" > "capacity"
);
