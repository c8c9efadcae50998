CREATE TABLE "check_in_openings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "check_in_hours_before" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "check_in_hours_after" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "check_in_openings" ADD CONSTRAINT "check_in_openings_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_in_openings_event" ON "check_in_openings" USING btree ("event_id","closes_at");