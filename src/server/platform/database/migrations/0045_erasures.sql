CREATE TABLE "erasures" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
-- Erasing a person takes their words out of what is append-only, and nothing else: no number, no moment, no entry.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  words text[] := CASE TG_TABLE_NAME
    WHEN 'audit_entries' THEN ARRAY['actor', 'subject', 'before', 'after']
    WHEN 'point_entries' THEN ARRAY['reason']
    ELSE ARRAY[]::text[] END;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('sports_week.erasing', true) = 'on' THEN
    IF to_jsonb(OLD) - words = to_jsonb(NEW) - words THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
