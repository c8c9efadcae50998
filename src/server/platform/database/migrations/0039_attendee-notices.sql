CREATE TABLE "attendee_notices" (
	"registration_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"mail_id" uuid NOT NULL,
	"posted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "date_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "mails_off_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "attendee_notices" ADD CONSTRAINT "attendee_notices_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attendee_notices_once" ON "attendee_notices" USING btree ("registration_id","kind","subject");