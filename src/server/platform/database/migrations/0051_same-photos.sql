ALTER TABLE "uploads" ADD COLUMN "picture_sha256" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "uploads_picture" ON "uploads" USING btree ("picture_sha256") WHERE "uploads"."picture_sha256" is not null;
