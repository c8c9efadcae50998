ALTER TABLE "companies" ADD COLUMN "name_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "companies_name_key" ON "companies" USING btree ("name_key");