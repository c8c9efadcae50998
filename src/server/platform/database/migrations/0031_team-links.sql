CREATE TABLE "capture_guests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"link_id" uuid NOT NULL,
	"device_hash" text NOT NULL,
	"first_name" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "capture_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "sender_name" text;--> statement-breakpoint
ALTER TABLE "proof_draft_files" ADD COLUMN "guest_id" uuid;--> statement-breakpoint
ALTER TABLE "capture_guests" ADD CONSTRAINT "capture_guests_link_id_capture_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."capture_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_links" ADD CONSTRAINT "capture_links_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_links" ADD CONSTRAINT "capture_links_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "capture_guests_device" ON "capture_guests" USING btree ("link_id","device_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "capture_links_token" ON "capture_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "capture_links_company_task" ON "capture_links" USING btree ("company_id","task_id");--> statement-breakpoint
CREATE INDEX "capture_links_task" ON "capture_links" USING btree ("task_id");--> statement-breakpoint
ALTER TABLE "proof_draft_files" ADD CONSTRAINT "proof_draft_files_guest_id_capture_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."capture_guests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proof_draft_files_guest" ON "proof_draft_files" USING btree ("guest_id") WHERE "proof_draft_files"."guest_id" is not null;