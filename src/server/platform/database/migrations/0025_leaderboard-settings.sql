CREATE TABLE "leaderboard_settings" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"divisions" jsonb NOT NULL,
	CONSTRAINT "leaderboard_settings_one_row" CHECK ("leaderboard_settings"."is_only_row")
);
