CREATE TABLE "report_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"requested_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"company_id" uuid,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"batch_id" uuid,
	"requested_by" uuid NOT NULL,
	"state" text DEFAULT 'working' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"numbers" jsonb,
	"size" integer,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"emailed_at" timestamp with time zone,
	CONSTRAINT "reports_company_of_kind" CHECK (("reports"."kind" = 'company') = ("reports"."company_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "report_batches" ADD CONSTRAINT "report_batches_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_batch_id_report_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."report_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_batches_under_way" ON "report_batches" USING btree (("finished_at" is null)) WHERE "report_batches"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "report_batches_created" ON "report_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "reports_company" ON "reports" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_created" ON "reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reports_batch" ON "reports" USING btree ("batch_id","state","id");