CREATE TABLE "event_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"after" jsonb,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "event_moves" ADD CONSTRAINT "event_moves_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_moves_open" ON "event_moves" USING btree ("event_id") WHERE "event_moves"."started_at" is null;--> statement-breakpoint
CREATE INDEX "event_moves_unfinished" ON "event_moves" USING btree ("event_id") WHERE "event_moves"."finished_at" is null;