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
-- Entries from before have the team size of today. Companies are gone through one after the other, beside people who write; what the
-- release before this one enters meanwhile gets its size, and its company the points per person, by triggers.
CREATE FUNCTION fill_team_size_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.team_size := (SELECT team_size FROM companies WHERE id = NEW.company_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION step_per_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE companies SET per_person_millionths = per_person_millionths + round(NEW.points * 1000000::numeric / greatest(NEW.team_size, 5))
  WHERE id = NEW.company_id;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER entries_team_size BEFORE INSERT ON point_entries FOR EACH ROW EXECUTE FUNCTION fill_team_size_of_entry();
--> statement-breakpoint
CREATE TRIGGER entries_per_person AFTER INSERT ON point_entries FOR EACH ROW EXECUTE FUNCTION step_per_person();
--> statement-breakpoint
CREATE TABLE "team_sizes_todo" AS SELECT id AS company_id FROM companies;
--> statement-breakpoint
ALTER TABLE team_sizes_todo ADD PRIMARY KEY (company_id);
--> statement-breakpoint
-- The ledger is append-only for everybody else.
CREATE FUNCTION fill_team_sizes(most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  chosen uuid[];
BEGIN
  WITH taken AS (
    DELETE FROM team_sizes_todo WHERE company_id IN (SELECT company_id FROM team_sizes_todo LIMIT most) RETURNING company_id
  ) SELECT array_agg(company_id) INTO chosen FROM taken;
  ALTER TABLE point_entries DISABLE TRIGGER point_entries_append_only;
  UPDATE point_entries e SET team_size = c.team_size FROM companies c WHERE c.id = e.company_id AND e.company_id = ANY(chosen);
  ALTER TABLE point_entries ENABLE TRIGGER point_entries_append_only;
  UPDATE companies c SET per_person_millionths = l.millionths
  FROM (
    SELECT company_id, sum(round(points * 1000000::numeric / greatest(team_size, 5))) AS millionths
    FROM point_entries WHERE company_id = ANY(chosen) GROUP BY 1
  ) l WHERE l.company_id = c.id;
  INSERT INTO company_sizes (company_id, size, since) SELECT id, team_size, created_at FROM companies WHERE id = ANY(chosen);
  RETURN coalesce(cardinality(chosen), 0);
END $$;
--> statement-breakpoint
LOCK TABLE point_entries IN SHARE ROW EXCLUSIVE MODE;
SELECT fill_team_sizes($1);
--> statement-breakpoint
DROP FUNCTION fill_team_sizes(int);
--> statement-breakpoint
-- With a constraint that is checked beside people who write, the column is made required without reading the table.
ALTER TABLE "point_entries" ADD CONSTRAINT "point_entries_has_team_size" CHECK ("team_size" IS NOT NULL) NOT VALID;
--> statement-breakpoint
ALTER TABLE "point_entries" VALIDATE CONSTRAINT "point_entries_has_team_size";
--> statement-breakpoint
-- contract: the release before this one must be stopped; 0.2 is the first that is started beside another
LOCK TABLE point_entries IN ACCESS EXCLUSIVE MODE;
ALTER TABLE "point_entries" ALTER COLUMN "team_size" SET NOT NULL;
ALTER TABLE "point_entries" DROP CONSTRAINT "point_entries_has_team_size";
DROP TRIGGER entries_team_size ON point_entries;
DROP TRIGGER entries_per_person ON point_entries;
DROP FUNCTION fill_team_size_of_entry();
DROP FUNCTION step_per_person();
DROP TABLE team_sizes_todo;
--> statement-breakpoint
-- What the release before did to companies meanwhile.
LOCK TABLE companies IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO company_sizes (company_id, size, since)
  SELECT id, team_size, created_at FROM companies c WHERE NOT EXISTS (SELECT FROM company_sizes WHERE company_id = c.id);
UPDATE company_sizes s SET size = c.team_size FROM companies c WHERE c.id = s.company_id AND c.team_size <> s.size;
--> statement-breakpoint
-- The boards beside the official one show the team size and what depends on it.
DROP TRIGGER companies_leaderboard_changed ON companies;
CREATE TRIGGER companies_leaderboard_changed AFTER UPDATE ON companies
  FOR EACH ROW WHEN (
    (old.name, old.logo_url, old.branding_color, old.total_points, old.total_calories_burned, old.reached_at, old.hidden_at,
      old.team_size, old.per_person_millionths)
    IS DISTINCT FROM
    (new.name, new.logo_url, new.branding_color, new.total_points, new.total_calories_burned, new.reached_at, new.hidden_at,
      new.team_size, new.per_person_millionths)
  ) EXECUTE FUNCTION note_leaderboard_change();
