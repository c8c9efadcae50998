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
