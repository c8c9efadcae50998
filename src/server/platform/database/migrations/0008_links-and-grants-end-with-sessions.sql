ALTER TABLE "uploads" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "session_id" text;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "link_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "uploads_granted" ON "uploads" USING btree ("user_id") WHERE "uploads"."state" = 'granted';