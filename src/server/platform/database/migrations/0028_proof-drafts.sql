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
-- What was collected before goes into a draft of its task, in the order it had. Companies are gone through one after the other, beside
-- people who write; those whose files the release before this one changes meanwhile are gone through again.
CREATE TABLE "proof_drafts_todo" ("company_id" uuid PRIMARY KEY NOT NULL);
--> statement-breakpoint
CREATE FUNCTION note_draft_to_fill() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO proof_drafts_todo (company_id) VALUES (NEW.company_id) ON CONFLICT DO NOTHING;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER uploads_draft_to_fill AFTER INSERT OR UPDATE OF "company_id", "task_id", "purpose", "state", "position" ON uploads FOR EACH ROW
  WHEN (NEW."purpose" = 'proof' AND NEW."company_id" IS NOT NULL) EXECUTE FUNCTION note_draft_to_fill();
--> statement-breakpoint
INSERT INTO proof_drafts_todo (company_id) SELECT id FROM companies ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE FUNCTION fill_proof_drafts(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  chosen uuid[];
BEGIN
  WITH taken AS (
    DELETE FROM proof_drafts_todo WHERE company_id IN (SELECT company_id FROM proof_drafts_todo LIMIT most) RETURNING company_id
  ) SELECT array_agg(company_id) INTO chosen FROM taken;
  DELETE FROM proof_drafts WHERE company_id = ANY(chosen);
  INSERT INTO proof_drafts (company_id, task_id, content_type, touched_at)
    SELECT u.company_id, u.task_id, CASE WHEN bool_and(u.type LIKE 'video/%') THEN 'video' ELSE 'image' END, max(u.created_at)
    FROM uploads u JOIN tasks t ON t.id = u.task_id JOIN companies c ON c.id = u.company_id
    WHERE u.company_id = ANY(chosen) AND u.purpose = 'proof' AND u.state IN ('granted', 'stored') GROUP BY 1, 2;
  INSERT INTO proof_draft_files (path, draft_id, position, added_at)
    SELECT u.path, d.id, coalesce(u.position, 1000000), u.created_at
    FROM uploads u JOIN proof_drafts d ON d.company_id = u.company_id AND d.task_id = u.task_id
    WHERE u.company_id = ANY(chosen) AND u.purpose = 'proof' AND u.state IN ('granted', 'stored');
  -- Those that are changed again all the time are left to the last step, which nobody writes beside.
  IF (SELECT count(*) FROM (SELECT FROM proof_drafts_todo LIMIT 200) rest) < 200 THEN RETURN 0; END IF;
  RETURN cardinality(chosen);
END $$;
--> statement-breakpoint
LOCK TABLE uploads IN SHARE ROW EXCLUSIVE MODE;
SELECT fill_proof_drafts($1);
--> statement-breakpoint
-- contract: the release before this one must be stopped; 0.2 is the first that is started beside another
LOCK TABLE uploads IN ACCESS EXCLUSIVE MODE;
SELECT fill_proof_drafts(2147483647);
DROP TRIGGER uploads_draft_to_fill ON uploads;
DROP FUNCTION note_draft_to_fill();
DROP FUNCTION fill_proof_drafts(int);
DROP TABLE proof_drafts_todo;
ALTER TABLE "uploads" DROP COLUMN "position";
