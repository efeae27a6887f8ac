CREATE TABLE IF NOT EXISTS "organization_tokens" (
	"id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"project_ref" text,
	"token_hash" text NOT NULL,
	"request_hash" text,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"creator_left_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "organization_tokens_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "organization_token_once" UNIQUE("organization_id","token_hash"),
	CONSTRAINT "organization_token_of_request" UNIQUE("organization_id","request_hash"),
	CONSTRAINT "organization_token_can_do_something" CHECK (cardinality("organization_tokens"."scopes") > 0)
);
--> statement-breakpoint
ALTER TABLE "organization_tokens" ADD CONSTRAINT "organization_tokens_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_tokens" ADD CONSTRAINT "organization_tokens_created_by_members_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "organization_tokens_by_end" ON "organization_tokens" USING btree ("ends_at");--> statement-breakpoint
CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE ON organization_tokens
  FOR EACH ROW
  EXECUTE FUNCTION write_audit('token', 'id', 'name', 'scopes', 'project_ref', 'ends_at', 'creator_left_at', 'revoked_at');
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "late_records" (
	"organization_id" integer NOT NULL,
	"record_id" text NOT NULL,
	"period_id" bigint NOT NULL,
	CONSTRAINT "late_records_pkey" PRIMARY KEY("organization_id","record_id","period_id")
);
--> statement-breakpoint
ALTER TABLE "late_records" ADD CONSTRAINT "late_record" FOREIGN KEY ("organization_id","record_id") REFERENCES "public"."usage_records"("organization_id","record_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "late_records" ADD CONSTRAINT "late_record_of_period" FOREIGN KEY ("period_id","organization_id") REFERENCES "public"."billing_periods"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "late_records_of_period" ON "late_records" USING btree ("period_id");--> statement-breakpoint
ALTER TABLE "usage_records" ADD COLUMN IF NOT EXISTS "sent_by" text;--> statement-breakpoint
ALTER TABLE "held_usage" ADD COLUMN IF NOT EXISTS "sent_by" text;
