-- A photo is found again in other proofs of its company.
ALTER TABLE "uploads" ADD COLUMN "picture_sha256" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "uploads_picture" ON "uploads" USING btree ("picture_sha256") WHERE "uploads"."picture_sha256" is not null;--> statement-breakpoint
-- A place is kept until the email address is confirmed.
ALTER TABLE "events" ADD COLUMN "confirmation" text DEFAULT 'nearly-full' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "confirm_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "source_hash" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "registrations_unconfirmed" ON "event_registrations" USING btree ("event_id") WHERE "event_registrations"."confirm_by" is not null;--> statement-breakpoint
-- A changed team size counts from the next day on.
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
CREATE INDEX "team_size_changes_company" ON "team_size_changes" USING btree ("company_id","asked_at");--> statement-breakpoint
-- No name looks like another one.
ALTER TABLE "companies" ADD COLUMN "name_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "companies_name_key" ON "companies" USING btree ("name_key");--> statement-breakpoint
-- A team size is free until the first proof.
ALTER TABLE "companies" ADD COLUMN "team_size_fixed_at" timestamp with time zone;
--> statement-breakpoint
-- Companies that have handed in a proof already; locked in the order of their ids, as decisions lock them.
CREATE FUNCTION fill_team_size_fixed_at(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  chosen uuid[];
BEGIN
  SELECT array_agg(id) INTO chosen FROM (
    SELECT id FROM companies c WHERE team_size_fixed_at IS NULL AND EXISTS (SELECT FROM task_proofs WHERE company_id = c.id)
    ORDER BY id LIMIT most FOR NO KEY UPDATE
  ) locked;
  UPDATE companies c SET team_size_fixed_at = (SELECT min(submitted_at) FROM task_proofs WHERE company_id = c.id) WHERE id = ANY(chosen);
  RETURN coalesce(cardinality(chosen), 0);
END $$;
--> statement-breakpoint
SELECT fill_team_size_fixed_at($1);
--> statement-breakpoint
DROP FUNCTION fill_team_size_fixed_at(int);
