CREATE TABLE "files_folder" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"identity" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "files_folder_only" CHECK ("files_folder"."only")
);
