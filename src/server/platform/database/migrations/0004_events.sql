CREATE TABLE "door_passes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"label" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "door_scans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "door_scans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" uuid NOT NULL,
	"registration_id" uuid,
	"result" text NOT NULL,
	"gate" text DEFAULT '' NOT NULL,
	"scanned_by" text NOT NULL,
	"nonce" uuid,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"conflict" boolean DEFAULT false NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"short_code" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"youtube_url" text,
	"event_date" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"place" text,
	"capacity" integer,
	"branding_color" text DEFAULT '#211100' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"email_subject" text,
	"email_body_text" text,
	"signing_key" text NOT NULL,
	"public_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"company_name" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"code" text NOT NULL,
	"qr_code_payload" text,
	"qr_code_issued_at" timestamp with time zone,
	"issue" integer DEFAULT 0 NOT NULL,
	"checked_in" boolean DEFAULT false NOT NULL,
	"checked_in_at" timestamp with time zone,
	"registered_at" timestamp with time zone NOT NULL,
	"approved_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"reason" text,
	"notice_version" text NOT NULL,
	"mail_id" uuid,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "registrations_inside" CHECK (not "event_registrations"."checked_in" or "event_registrations"."status" = 'approved')
);
--> statement-breakpoint
ALTER TABLE "door_passes" ADD CONSTRAINT "door_passes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_passes" ADD CONSTRAINT "door_passes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_scans" ADD CONSTRAINT "door_scans_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_scans" ADD CONSTRAINT "door_scans_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "door_passes_secret" ON "door_passes" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "door_passes_event" ON "door_passes" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "door_scans_nonce" ON "door_scans" USING btree ("event_id","nonce");--> statement-breakpoint
CREATE INDEX "door_scans_event" ON "door_scans" USING btree ("event_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "door_scans_registration" ON "door_scans" USING btree ("registration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_short_code" ON "events" USING btree ("short_code");--> statement-breakpoint
CREATE INDEX "events_date" ON "events" USING btree ("event_date");--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_live" ON "event_registrations" USING btree ("event_id","email") WHERE "event_registrations"."status" <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_code" ON "event_registrations" USING btree ("event_id","code");--> statement-breakpoint
CREATE INDEX "registrations_order" ON "event_registrations" USING btree ("event_id","registered_at","id");--> statement-breakpoint
CREATE INDEX "registrations_name" ON "event_registrations" USING btree ("event_id","last_name","first_name","id");