CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client_files" (
	"name" text PRIMARY KEY NOT NULL,
	"gzipped" "bytea" NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"reply" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "jobs" (
	"kind" text NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"requests" integer DEFAULT 1 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_id" text,
	"leased_until" timestamp with time zone,
	"last_error" text,
	"last_succeeded_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"request_id" text,
	CONSTRAINT "jobs_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
ALTER TABLE "jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to_name" text NOT NULL,
	"to_address" text NOT NULL,
	"template" text NOT NULL,
	"subject" text NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"give_up_at" timestamp with time zone NOT NULL,
	"last_error" text,
	"message_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"letter" jsonb NOT NULL,
	"held_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "maintenance" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sentence" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "maintenance_one_row" CHECK ("maintenance"."is_only_row")
);
--> statement-breakpoint
ALTER TABLE "maintenance" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ended_sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"expire" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ended_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "files_folder" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"identity" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "files_folder_only" CHECK ("files_folder"."only")
);
--> statement-breakpoint
ALTER TABLE "files_folder" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "company_days" (
	"company_id" uuid NOT NULL,
	"day" date NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"calories" integer DEFAULT 0 NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "company_days_company_id_day_pk" PRIMARY KEY("company_id","day")
);
--> statement-breakpoint
ALTER TABLE "company_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "company_days_zone" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"time_zone" text NOT NULL,
	CONSTRAINT "company_days_zone_one_row" CHECK ("company_days_zone"."is_only_row")
);
--> statement-breakpoint
ALTER TABLE "company_days_zone" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rejection_days" (
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"slot" smallint NOT NULL,
	"rejections" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rejection_days_day_reason_slot_pk" PRIMARY KEY("day","reason","slot")
);
--> statement-breakpoint
ALTER TABLE "rejection_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_days" (
	"day" date NOT NULL,
	"waited_minutes" integer NOT NULL,
	"slot" smallint NOT NULL,
	"decisions" integer DEFAULT 0 NOT NULL,
	"first_tries" integer DEFAULT 0 NOT NULL,
	"first_tries_approved" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "review_days_day_waited_minutes_slot_pk" PRIMARY KEY("day","waited_minutes","slot")
);
--> statement-breakpoint
ALTER TABLE "review_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_days" (
	"task_id" uuid NOT NULL,
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "task_days_task_id_day_slot_pk" PRIMARY KEY("task_id","day","slot")
);
--> statement-breakpoint
ALTER TABLE "task_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "one_time_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "one_time_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password" text NOT NULL,
	"password_expires_at" timestamp with time zone,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"company_id" uuid,
	"draft" jsonb,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"email_confirmed_at" timestamp with time zone,
	"erased_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"contact_person_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"team_size" integer DEFAULT 1 NOT NULL,
	"logo_url" text,
	"branding_color" text DEFAULT '#211100' NOT NULL,
	"total_points" integer DEFAULT 0 NOT NULL,
	"total_calories_burned" integer DEFAULT 0 NOT NULL,
	"daily_goal" integer DEFAULT 100 NOT NULL,
	"user_id" uuid,
	"hidden_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"reached_at" timestamp with time zone,
	"per_person_millionths" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "companies_team_size" CHECK ("companies"."team_size" >= 1)
);
--> statement-breakpoint
ALTER TABLE "companies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "company_sizes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_sizes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" uuid NOT NULL,
	"size" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"changed_by" uuid
);
--> statement-breakpoint
ALTER TABLE "company_sizes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "leaderboard_changes" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"changed_in" "xid8" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "leaderboard_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "check_in_openings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "check_in_openings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "door_passes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"label" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "door_passes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "door_scans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "door_scans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" uuid NOT NULL,
	"registration_id" uuid,
	"result" text NOT NULL,
	"gate" text DEFAULT '' NOT NULL,
	"scanned_by" text NOT NULL,
	"nonce" uuid,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"conflict" boolean DEFAULT false NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "door_scans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "gate_counts" (
	"event_id" uuid NOT NULL,
	"gate" text NOT NULL,
	"checked_in" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "gate_counts_event_id_gate_pk" PRIMARY KEY("event_id","gate")
);
--> statement-breakpoint
ALTER TABLE "gate_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_counts" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"checked_in" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"short_code" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"youtube_url" text,
	"event_date" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"place" text,
	"capacity" integer,
	"branding_color" text DEFAULT '#211100' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"email_subject" text,
	"email_body_text" text,
	"signing_key" text NOT NULL,
	"public_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"check_in_hours_before" integer DEFAULT 12 NOT NULL,
	"check_in_hours_after" integer DEFAULT 12 NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancellation_reason" text,
	"offer_hours" integer DEFAULT 24 NOT NULL,
	"date_changed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "uploads" (
	"path" text PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"file_name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"state" text DEFAULT 'granted' NOT NULL,
	"grant_hash" text NOT NULL,
	"grant_expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone,
	"sha256" text,
	"prepared_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"fault" text,
	"captured_at" text,
	"width" integer,
	"height" integer,
	"has_thumbnail" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	"session_id" text,
	"task_id" uuid,
	"lease_id" text,
	"prepare_attempts" integer DEFAULT 0 NOT NULL,
	"video_codec" text,
	"owner_id" uuid,
	"sender_name" text,
	"file_key" text,
	"parts_id" text
);
--> statement-breakpoint
ALTER TABLE "uploads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "leaderboard_settings" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"divisions" jsonb NOT NULL,
	CONSTRAINT "leaderboard_settings_one_row" CHECK ("leaderboard_settings"."is_only_row")
);
--> statement-breakpoint
ALTER TABLE "leaderboard_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "top_three" (
	"company_id" uuid NOT NULL,
	"entered_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "top_three" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_wanted" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_choices_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "notification_choices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notifications" (
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"occasion" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sid" text NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "push_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "unsubscribe_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unsubscribe_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "point_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "point_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" uuid NOT NULL,
	"proof_id" uuid,
	"kind" text NOT NULL,
	"points" integer NOT NULL,
	"calories" integer NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"reason" text,
	"team_size" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "point_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "erasures" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "erasures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "capture_guests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"link_id" uuid NOT NULL,
	"device_hash" text NOT NULL,
	"first_name" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "capture_guests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "capture_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "proof_draft_files" (
	"path" text PRIMARY KEY NOT NULL,
	"draft_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"chosen" boolean,
	"added_at" timestamp with time zone NOT NULL,
	"guest_id" uuid
);
--> statement-breakpoint
ALTER TABLE "proof_draft_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "proof_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"content_type" text NOT NULL,
	"touched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "proof_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_proofs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"content_urls" text[] NOT NULL,
	"content_type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"admin_notes" text,
	"notice_version" text NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"reviewed_at" timestamp with time zone,
	"reviewed_by" uuid,
	"points_awarded" integer,
	"calories_awarded" integer,
	"claimed_by" uuid,
	"claimed_until" timestamp with time zone,
	"is_retry" boolean DEFAULT false NOT NULL,
	"first_reviewed_at" timestamp with time zone,
	"first_decision" text,
	"rejection_reasons" text[],
	"fix_due_at" timestamp with time zone,
	"fix_rounds" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task_proofs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "attendee_mails" (
	"event_id" uuid NOT NULL,
	"email" text NOT NULL,
	"recent" timestamp with time zone[] NOT NULL,
	CONSTRAINT "attendee_mails_event_id_email_pk" PRIMARY KEY("event_id","email")
);
--> statement-breakpoint
ALTER TABLE "attendee_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "attendee_notices" (
	"registration_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"mail_id" uuid NOT NULL,
	"posted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attendee_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"recipients" integer NOT NULL,
	"sent_by" uuid,
	"sent_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "event_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"after" jsonb,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "event_moves" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"company_name" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"code" text NOT NULL,
	"qr_code_payload" text,
	"qr_code_issued_at" timestamp with time zone,
	"issue" integer DEFAULT 0 NOT NULL,
	"checked_in" boolean DEFAULT false NOT NULL,
	"checked_in_at" timestamp with time zone,
	"registered_at" timestamp with time zone NOT NULL,
	"approved_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"reason" text,
	"notice_version" text NOT NULL,
	"mail_id" uuid,
	"mailed_at" timestamp with time zone,
	"found_by" text GENERATED ALWAYS AS (lower(regexp_replace(normalize(first_name || ' ' || last_name || e'\n' || email || e'\n' || phone || e'\n' || coalesce(company_name, '') || e'\n' || code, NFD), '[\u0300-\u036f]', '', 'g'))) STORED,
	"link_version" integer DEFAULT 0 NOT NULL,
	"mail_due_at" timestamp with time zone,
	"cancellation_mailed_at" timestamp with time zone,
	"waiting_since" timestamp with time zone,
	"offered_at" timestamp with time zone,
	"offer_expires_at" timestamp with time zone,
	"mails_off_at" timestamp with time zone,
	CONSTRAINT "registrations_inside" CHECK (not "event_registrations"."checked_in" or "event_registrations"."status" = 'approved')
);
--> statement-breakpoint
ALTER TABLE "event_registrations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"requested_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "report_batches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"youtube_url" text,
	"points_reward" integer DEFAULT 10 NOT NULL,
	"calories_burned" integer DEFAULT 50 NOT NULL,
	"date" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"archived_at" timestamp with time zone,
	"opens_at" timestamp with time zone,
	"closes_at" timestamp with time zone,
	"closing_changed_at" timestamp with time zone,
	"previous_closes_at" timestamp with time zone,
	"opening_mailed_at" timestamp with time zone,
	"closing_mailed_for" timestamp with time zone,
	CONSTRAINT "tasks_closes_after_opening" CHECK ("tasks"."closes_at" > "tasks"."opens_at")
);
--> statement-breakpoint
ALTER TABLE "tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "company_days" ADD CONSTRAINT "company_days_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_days" ADD CONSTRAINT "task_days_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_sizes" ADD CONSTRAINT "company_sizes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_sizes" ADD CONSTRAINT "company_sizes_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_openings" ADD CONSTRAINT "check_in_openings_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_passes" ADD CONSTRAINT "door_passes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_passes" ADD CONSTRAINT "door_passes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_scans" ADD CONSTRAINT "door_scans_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_scans" ADD CONSTRAINT "door_scans_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_counts" ADD CONSTRAINT "gate_counts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_counts" ADD CONSTRAINT "event_counts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_three" ADD CONSTRAINT "top_three_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_sid_sessions_sid_fk" FOREIGN KEY ("sid") REFERENCES "public"."sessions"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_device_id_push_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsubscribe_links" ADD CONSTRAINT "unsubscribe_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_entries" ADD CONSTRAINT "point_entries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_entries" ADD CONSTRAINT "point_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_guests" ADD CONSTRAINT "capture_guests_link_id_capture_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."capture_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_links" ADD CONSTRAINT "capture_links_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_links" ADD CONSTRAINT "capture_links_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_draft_files" ADD CONSTRAINT "proof_draft_files_path_uploads_path_fk" FOREIGN KEY ("path") REFERENCES "public"."uploads"("path") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_draft_files" ADD CONSTRAINT "proof_draft_files_draft_id_proof_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."proof_drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_draft_files" ADD CONSTRAINT "proof_draft_files_guest_id_capture_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."capture_guests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_drafts" ADD CONSTRAINT "proof_drafts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_drafts" ADD CONSTRAINT "proof_drafts_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD CONSTRAINT "task_proofs_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD CONSTRAINT "task_proofs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD CONSTRAINT "task_proofs_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_proofs" ADD CONSTRAINT "task_proofs_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendee_notices" ADD CONSTRAINT "attendee_notices_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_messages" ADD CONSTRAINT "event_messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_messages" ADD CONSTRAINT "event_messages_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_moves" ADD CONSTRAINT "event_moves_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_batches" ADD CONSTRAINT "report_batches_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_batch_id_report_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."report_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject_id","at");--> statement-breakpoint
CREATE INDEX "audit_entries_reopened" ON "audit_entries" USING btree ("at") WHERE "audit_entries"."action" = 'reopened proof';--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("priority","run_at");--> statement-breakpoint
CREATE INDEX "attempts_window_ends" ON "attempts" USING btree ("window_ends");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_attempt_at","id") WHERE "outbox"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("id") WHERE "outbox"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "ended_sessions_expire" ON "ended_sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "ended_sessions_user" ON "ended_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree (("sess" ->> 'userId'));--> statement-breakpoint
CREATE INDEX "company_days_day" ON "company_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "one_time_links_user" ON "one_time_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_links_expires_at" ON "one_time_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("created_at","id") WHERE "users"."is_admin";--> statement-breakpoint
CREATE UNIQUE INDEX "companies_email" ON "companies" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "companies_user" ON "companies" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "companies_board" ON "companies" USING btree ("total_points" DESC NULLS LAST,"reached_at") WHERE "companies"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "company_sizes_company" ON "company_sizes" USING btree ("company_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "leaderboard_changes_changed_in" ON "leaderboard_changes" USING btree ("changed_in");--> statement-breakpoint
CREATE INDEX "check_in_openings_event" ON "check_in_openings" USING btree ("event_id","closes_at");--> statement-breakpoint
CREATE UNIQUE INDEX "door_passes_secret" ON "door_passes" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "door_passes_event" ON "door_passes" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "door_scans_nonce" ON "door_scans" USING btree ("event_id","nonce");--> statement-breakpoint
CREATE INDEX "door_scans_event" ON "door_scans" USING btree ("event_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "door_scans_registration" ON "door_scans" USING btree ("registration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_short_code" ON "events" USING btree ("short_code");--> statement-breakpoint
CREATE INDEX "events_date" ON "events" USING btree ("event_date");--> statement-breakpoint
CREATE INDEX "uploads_company" ON "uploads" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("created_at") WHERE "uploads"."state" <> 'claimed';--> statement-breakpoint
CREATE INDEX "uploads_granted" ON "uploads" USING btree ("user_id") WHERE "uploads"."state" = 'granted';--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_file_key" ON "uploads" USING btree ("company_id","task_id","file_key") WHERE "uploads"."file_key" is not null and "uploads"."state" <> 'discarded';--> statement-breakpoint
CREATE INDEX "uploads_sha256" ON "uploads" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "uploads_unprepared" ON "uploads" USING btree ("stored_at") WHERE "uploads"."prepared_at" is null and "uploads"."fault" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "top_three_company" ON "top_three" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_occasion" ON "notifications" USING btree ("company_id","kind","occasion");--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_session" ON "push_devices" USING btree ("sid");--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_endpoint" ON "push_devices" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_devices_user" ON "push_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_messages_due" ON "push_messages" USING btree ("next_attempt_at","id");--> statement-breakpoint
CREATE INDEX "push_messages_device" ON "push_messages" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "unsubscribe_links_user" ON "unsubscribe_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "point_entries_company" ON "point_entries" USING btree ("company_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "point_entries_proof" ON "point_entries" USING btree ("proof_id");--> statement-breakpoint
CREATE UNIQUE INDEX "capture_guests_device" ON "capture_guests" USING btree ("link_id","device_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "capture_links_token" ON "capture_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "capture_links_company_task" ON "capture_links" USING btree ("company_id","task_id");--> statement-breakpoint
CREATE INDEX "capture_links_task" ON "capture_links" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "proof_draft_files_draft" ON "proof_draft_files" USING btree ("draft_id");--> statement-breakpoint
CREATE INDEX "proof_draft_files_guest" ON "proof_draft_files" USING btree ("guest_id") WHERE "proof_draft_files"."guest_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "proof_drafts_company_task" ON "proof_drafts" USING btree ("company_id","task_id");--> statement-breakpoint
CREATE INDEX "proof_drafts_task" ON "proof_drafts" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "proof_drafts_touched" ON "proof_drafts" USING btree ("touched_at");--> statement-breakpoint
CREATE UNIQUE INDEX "task_proofs_live" ON "task_proofs" USING btree ("company_id","task_id") WHERE "task_proofs"."status" <> 'rejected';--> statement-breakpoint
CREATE INDEX "task_proofs_rejected" ON "task_proofs" USING btree ("company_id","task_id") WHERE "task_proofs"."status" = 'rejected';--> statement-breakpoint
CREATE INDEX "task_proofs_pending" ON "task_proofs" USING btree ("submitted_at","id") WHERE "task_proofs"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "task_proofs_decided" ON "task_proofs" USING btree ("reviewed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "task_proofs"."reviewed_at" is not null;--> statement-breakpoint
CREATE INDEX "task_proofs_fix_due" ON "task_proofs" USING btree ("fix_due_at") WHERE "task_proofs"."fix_due_at" is not null;--> statement-breakpoint
CREATE INDEX "task_proofs_company" ON "task_proofs" USING btree ("company_id","submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "task_proofs_task" ON "task_proofs" USING btree ("task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attendee_notices_once" ON "attendee_notices" USING btree ("registration_id","kind","subject");--> statement-breakpoint
CREATE INDEX "attendee_notices_subject" ON "attendee_notices" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "event_messages_order" ON "event_messages" USING btree ("event_id","sent_at","id");--> statement-breakpoint
CREATE INDEX "event_messages_unfinished" ON "event_messages" USING btree ("id") WHERE "event_messages"."finished_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "event_moves_open" ON "event_moves" USING btree ("event_id") WHERE "event_moves"."started_at" is null;--> statement-breakpoint
CREATE INDEX "event_moves_unfinished" ON "event_moves" USING btree ("event_id") WHERE "event_moves"."finished_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_live" ON "event_registrations" USING btree ("event_id","email") WHERE "event_registrations"."status" <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_code" ON "event_registrations" USING btree ("event_id","code");--> statement-breakpoint
CREATE INDEX "registrations_order" ON "event_registrations" USING btree ("event_id","registered_at","id");--> statement-breakpoint
CREATE INDEX "registrations_name" ON "event_registrations" USING btree ("event_id",lower(regexp_replace(normalize("last_name", NFD), '[\u0300-\u036f]', '', 'g')),lower(regexp_replace(normalize("first_name", NFD), '[\u0300-\u036f]', '', 'g')),"id");--> statement-breakpoint
CREATE INDEX "registrations_waiting" ON "event_registrations" USING btree ("event_id","registered_at","id") WHERE "event_registrations"."status" = 'pending' and "event_registrations"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "registrations_mail_due" ON "event_registrations" USING btree ("mail_due_at") WHERE "event_registrations"."mail_due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "report_batches_under_way" ON "report_batches" USING btree (("finished_at" is null)) WHERE "report_batches"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "report_batches_created" ON "report_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "reports_company" ON "reports" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_created" ON "reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reports_batch" ON "reports" USING btree ("batch_id","state","id");--> statement-breakpoint
CREATE INDEX "tasks_date" ON "tasks" USING btree ("date" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
-- By hand: points come before proofs in the order of the slices, and name none of their tables.
ALTER TABLE "point_entries" ADD CONSTRAINT "point_entries_proof_id_task_proofs_id_fk" FOREIGN KEY ("proof_id") REFERENCES "public"."task_proofs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A proof is awarded once for as long as it is approved.
ALTER TABLE "task_proofs" ADD CONSTRAINT "task_proofs_award" CHECK (("status" = 'approved') = ("points_awarded" IS NOT NULL));--> statement-breakpoint
-- The default of TIME_ZONE; a start with another one rebuilds the days.
INSERT INTO "company_days_zone" ("time_zone") VALUES ('America/Curacao');--> statement-breakpoint
ALTER TABLE "schema_migrations" ENABLE ROW LEVEL SECURITY;
