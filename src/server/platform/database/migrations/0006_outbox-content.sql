-- A mail that still waits keeps its words: its first line greets, its signature is added again when it leaves.
ALTER TABLE "outbox" ADD COLUMN "letter" jsonb;--> statement-breakpoint
UPDATE "outbox" SET "letter" = jsonb_build_object(
  'preheader', '',
  'greeting', split_part("text", E'\n\n', 1),
  'paragraphs', to_jsonb((string_to_array(split_part("text", E'\n\n-- \n', 1), E'\n\n'))[2:])
);--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "letter" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "text";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "html";
