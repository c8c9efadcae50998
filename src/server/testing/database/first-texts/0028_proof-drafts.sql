CREATE TABLE "proof_draft_files" (
	"path" text PRIMARY KEY NOT NULL,
	"draft_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"chosen" boolean,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proof_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"content_type" text NOT NULL,
	"touched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "proof_draft_files" ADD CONSTRAINT "proof_draft_files_path_uploads_path_fk" FOREIGN KEY ("path") REFERENCES "public"."uploads"("path") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_draft_files" ADD CONSTRAINT "proof_draft_files_draft_id_proof_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."proof_drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_drafts" ADD CONSTRAINT "proof_drafts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_drafts" ADD CONSTRAINT "proof_drafts_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proof_draft_files_draft" ON "proof_draft_files" USING btree ("draft_id");--> statement-breakpoint
CREATE UNIQUE INDEX "proof_drafts_company_task" ON "proof_drafts" USING btree ("company_id","task_id");--> statement-breakpoint
CREATE INDEX "proof_drafts_task" ON "proof_drafts" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "proof_drafts_touched" ON "proof_drafts" USING btree ("touched_at");--> statement-breakpoint
-- What was collected before goes into a draft of its task, in the order it had.
INSERT INTO "proof_drafts" ("company_id", "task_id", "content_type", "touched_at")
  SELECT u."company_id", u."task_id", CASE WHEN bool_and(u."type" LIKE 'video/%') THEN 'video' ELSE 'image' END, max(u."created_at")
  FROM "uploads" u JOIN "tasks" t ON t."id" = u."task_id" JOIN "companies" c ON c."id" = u."company_id"
  WHERE u."purpose" = 'proof' AND u."state" IN ('granted', 'stored') GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO "proof_draft_files" ("path", "draft_id", "position", "added_at")
  SELECT u."path", d."id", coalesce(u."position", 1000000), u."created_at"
  FROM "uploads" u JOIN "proof_drafts" d ON d."company_id" = u."company_id" AND d."task_id" = u."task_id"
  WHERE u."purpose" = 'proof' AND u."state" IN ('granted', 'stored');--> statement-breakpoint
ALTER TABLE "uploads" DROP COLUMN "position";