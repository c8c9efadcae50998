CREATE TABLE "client_files" (
	"name" text PRIMARY KEY NOT NULL,
	"gzipped" "bytea" NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_files" ENABLE ROW LEVEL SECURITY;