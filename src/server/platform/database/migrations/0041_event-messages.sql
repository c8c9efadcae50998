CREATE TABLE "event_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"recipients" integer NOT NULL,
	"sent_by" uuid,
	"sent_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "event_messages" ADD CONSTRAINT "event_messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_messages" ADD CONSTRAINT "event_messages_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_messages_order" ON "event_messages" USING btree ("event_id","sent_at","id");--> statement-breakpoint
CREATE INDEX "event_messages_unfinished" ON "event_messages" USING btree ("id") WHERE "event_messages"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "attendee_notices_subject" ON "attendee_notices" USING btree ("subject");