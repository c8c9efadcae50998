CREATE TABLE "maintenance" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sentence" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "maintenance_one_row" CHECK ("maintenance"."is_only_row")
);
