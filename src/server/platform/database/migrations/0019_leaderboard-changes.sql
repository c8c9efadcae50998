CREATE TABLE "leaderboard_changes" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"changed_in" "xid8" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "leaderboard_changes_changed_in" ON "leaderboard_changes" USING btree ("changed_in");
--> statement-breakpoint
-- Whoever changes a company notes in which transaction: processes ask for what changed since the last one they saw.
CREATE FUNCTION note_leaderboard_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO leaderboard_changes AS noted (company_id, changed_in)
  VALUES (coalesce(new.id, old.id), pg_current_xact_id())
  -- An approval changes the row twice in one transaction; once is enough.
  ON CONFLICT (company_id) DO UPDATE SET changed_in = excluded.changed_in WHERE noted.changed_in <> excluded.changed_in;
  RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER companies_leaderboard_listed AFTER INSERT OR DELETE ON companies
  FOR EACH ROW EXECUTE FUNCTION note_leaderboard_change();
--> statement-breakpoint
CREATE TRIGGER companies_leaderboard_changed AFTER UPDATE ON companies
  FOR EACH ROW WHEN (
    (old.name, old.logo_url, old.branding_color, old.total_points, old.total_calories_burned, old.reached_at, old.hidden_at)
    IS DISTINCT FROM
    (new.name, new.logo_url, new.branding_color, new.total_points, new.total_calories_burned, new.reached_at, new.hidden_at)
  ) EXECUTE FUNCTION note_leaderboard_change();
