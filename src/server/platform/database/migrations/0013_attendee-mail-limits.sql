CREATE TABLE "attendee_mails" (
	"event_id" uuid NOT NULL,
	"email" text NOT NULL,
	"recent" timestamp with time zone[] NOT NULL,
	CONSTRAINT "attendee_mails_event_id_email_pk" PRIMARY KEY("event_id","email")
);
--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "mail_due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "registrations_mail_due" ON "event_registrations" USING btree ("mail_due_at") WHERE "event_registrations"."mail_due_at" is not null;