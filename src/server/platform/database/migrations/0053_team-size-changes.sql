CREATE TABLE "team_size_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"size" integer NOT NULL,
	"status" text NOT NULL,
	"counts_from" timestamp with time zone,
	"asked_at" timestamp with time zone NOT NULL,
	"asked_by" uuid,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	CONSTRAINT "team_size_changes_size" CHECK ("team_size_changes"."size" >= 1),
	CONSTRAINT "team_size_changes_status" CHECK ("team_size_changes"."status" in ('waiting', 'approved', 'rejected', 'counted', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "team_size_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "team_size_changes" ADD CONSTRAINT "team_size_changes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_size_changes" ADD CONSTRAINT "team_size_changes_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_size_changes" ADD CONSTRAINT "team_size_changes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "team_size_changes_open" ON "team_size_changes" USING btree ("company_id") WHERE "team_size_changes"."status" in ('waiting', 'approved');--> statement-breakpoint
CREATE INDEX "team_size_changes_company" ON "team_size_changes" USING btree ("company_id","asked_at");