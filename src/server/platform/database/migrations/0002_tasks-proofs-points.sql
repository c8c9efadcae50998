CREATE TABLE "uploads" (
	"path" text PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"file_name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"state" text DEFAULT 'granted' NOT NULL,
	"grant_hash" text NOT NULL,
	"grant_expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone,
	"sha256" text,
	"prepared_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"fault" text,
	"captured_at" text,
	"width" integer,
	"height" integer,
	"has_thumbnail" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "point_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "point_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" uuid NOT NULL,
	"proof_id" uuid,
	"kind" text NOT NULL,
	"points" integer NOT NULL,
	"calories" integer NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "task_proofs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"content_urls" text[] NOT NULL,
	"content_type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"admin_notes" text,
	"notice_version" text NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"reviewed_at" timestamp with time zone,
	"reviewed_by" uuid,
	"points_awarded" integer,
	"calories_awarded" integer,
	"claimed_by" uuid,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"youtube_url" text,
	"points_reward" integer DEFAULT 10 NOT NULL,
	"calories_burned" integer DEFAULT 50 NOT NULL,
	"date" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"archived_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "reached_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "point_entries" ADD CONSTRAINT "point_entries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_entries" ADD CONSTRAINT "point_entries_proof_id_task_proofs_id_fk" FOREIGN KEY ("proof_id") REFERENCES "public"."task_proofs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_entries" ADD CONSTRAINT "point_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD CONSTRAINT "task_proofs_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD CONSTRAINT "task_proofs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD CONSTRAINT "task_proofs_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD CONSTRAINT "task_proofs_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_company" ON "uploads" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("created_at") WHERE "uploads"."state" <> 'claimed';--> statement-breakpoint
CREATE INDEX "uploads_sha256" ON "uploads" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "point_entries_company" ON "point_entries" USING btree ("company_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "point_entries_proof" ON "point_entries" USING btree ("proof_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_proofs_live" ON "task_proofs" USING btree ("company_id","task_id") WHERE "task_proofs"."status" <> 'rejected';--> statement-breakpoint
CREATE INDEX "task_proofs_pending" ON "task_proofs" USING btree ("submitted_at","id") WHERE "task_proofs"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "task_proofs_decided" ON "task_proofs" USING btree ("reviewed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "task_proofs"."status" <> 'pending';--> statement-breakpoint
CREATE INDEX "task_proofs_company" ON "task_proofs" USING btree ("company_id","submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "task_proofs_task" ON "task_proofs" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "tasks_date" ON "tasks" USING btree ("date" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "companies_board" ON "companies" USING btree ("total_points" DESC NULLS LAST,"reached_at") WHERE "companies"."hidden_at" is null;