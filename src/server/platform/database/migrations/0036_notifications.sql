CREATE TABLE "top_three" (
	"company_id" uuid NOT NULL,
	"entered_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_wanted" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_choices_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"occasion" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unsubscribe_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "opening_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "closing_mailed_for" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "top_three" ADD CONSTRAINT "top_three_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsubscribe_links" ADD CONSTRAINT "unsubscribe_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "top_three_company" ON "top_three" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_occasion" ON "notifications" USING btree ("company_id","kind","occasion");--> statement-breakpoint
CREATE INDEX "unsubscribe_links_user" ON "unsubscribe_links" USING btree ("user_id");--> statement-breakpoint
-- Nobody is told what happened before the upgrade.
UPDATE "tasks" SET "opening_mailed_at" = now() WHERE "opens_at" IS NULL OR "opens_at" <= now();--> statement-breakpoint
INSERT INTO "notifications" ("company_id", "kind", "occasion", "created_at")
SELECT "company_id", 'proof-approved', "id" || ' ' || (extract(epoch from "reviewed_at") * 1000)::bigint, now() - interval '1 day'
FROM "task_proofs" WHERE "status" = 'approved' AND "reviewed_at" > now() - interval '4 days';--> statement-breakpoint
INSERT INTO "top_three" ("company_id", "entered_at")
SELECT "id", now() FROM "companies" WHERE "hidden_at" IS NULL AND "total_points" > 0
ORDER BY "total_points" DESC, "reached_at", "id" LIMIT 3;
