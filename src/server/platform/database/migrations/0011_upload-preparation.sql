ALTER TABLE "uploads" ADD COLUMN "lease_id" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "prepare_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "video_codec" text;--> statement-breakpoint
CREATE INDEX "uploads_unprepared" ON "uploads" USING btree ("stored_at") WHERE "uploads"."prepared_at" is null and "uploads"."fault" is null;