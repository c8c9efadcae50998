ALTER TABLE "task_proofs" ADD COLUMN "fix_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD COLUMN "fix_rounds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "task_proofs_fix_due" ON "task_proofs" USING btree ("fix_due_at") WHERE "task_proofs"."fix_due_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "task_proofs_decided_new" ON "task_proofs" USING btree ("reviewed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "task_proofs"."reviewed_at" is not null;--> statement-breakpoint
-- contract: an index has no name for those who read
DROP INDEX "task_proofs_decided";
ALTER INDEX "task_proofs_decided_new" RENAME TO "task_proofs_decided";
