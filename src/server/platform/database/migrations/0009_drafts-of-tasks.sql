ALTER TABLE "uploads" ADD COLUMN "task_id" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "position" integer;