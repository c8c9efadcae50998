CREATE TABLE "company_sizes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_sizes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" uuid NOT NULL,
	"size" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"changed_by" uuid
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "per_person_millionths" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "company_sizes" ADD CONSTRAINT "company_sizes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_sizes" ADD CONSTRAINT "company_sizes_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_sizes_company" ON "company_sizes" USING btree ("company_id","id" DESC NULLS LAST);
--> statement-breakpoint
ALTER TABLE "point_entries" ADD COLUMN "team_size" integer;
--> statement-breakpoint
-- Entries from before have the team size of today. The ledger is append-only for everybody else.
ALTER TABLE point_entries DISABLE TRIGGER point_entries_append_only;
--> statement-breakpoint
UPDATE point_entries e SET team_size = c.team_size FROM companies c WHERE c.id = e.company_id;
--> statement-breakpoint
ALTER TABLE point_entries ENABLE TRIGGER point_entries_append_only;
--> statement-breakpoint
ALTER TABLE "point_entries" ALTER COLUMN "team_size" SET NOT NULL;
--> statement-breakpoint
UPDATE companies c SET per_person_millionths = l.millionths
FROM (SELECT company_id, sum(round(points * 1000000::numeric / greatest(team_size, 5))) AS millionths FROM point_entries GROUP BY 1) l
WHERE l.company_id = c.id;
--> statement-breakpoint
INSERT INTO company_sizes (company_id, size, since) SELECT id, team_size, created_at FROM companies;
--> statement-breakpoint
-- The boards beside the official one show the team size and what depends on it.
DROP TRIGGER companies_leaderboard_changed ON companies;
--> statement-breakpoint
CREATE TRIGGER companies_leaderboard_changed AFTER UPDATE ON companies
  FOR EACH ROW WHEN (
    (old.name, old.logo_url, old.branding_color, old.total_points, old.total_calories_burned, old.reached_at, old.hidden_at,
      old.team_size, old.per_person_millionths)
    IS DISTINCT FROM
    (new.name, new.logo_url, new.branding_color, new.total_points, new.total_calories_burned, new.reached_at, new.hidden_at,
      new.team_size, new.per_person_millionths)
  ) EXECUTE FUNCTION note_leaderboard_change();
