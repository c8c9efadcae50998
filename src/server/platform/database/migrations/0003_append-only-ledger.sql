-- Points are earned and reversed, never rewritten.
CREATE TRIGGER point_entries_append_only BEFORE UPDATE OR DELETE ON point_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A proof is awarded once for as long as it is approved.
ALTER TABLE task_proofs ADD CONSTRAINT task_proofs_award CHECK ((status = 'approved') = (points_awarded IS NOT NULL));
