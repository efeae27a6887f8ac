CREATE TABLE "admin_requests" (
	"key_id" text NOT NULL,
	"request_hash" text NOT NULL,
	"call" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" smallint,
	"answer" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "admin_requests_key_id_request_hash_pk" PRIMARY KEY("key_id","request_hash")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"owner" text NOT NULL,
	"scopes" text[] NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"revoked_by" text,
	CONSTRAINT "api_keys_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "key_can_do_something" CHECK (cardinality("api_keys"."scopes") > 0)
);
--> statement-breakpoint
CREATE TABLE "project_replicas" (
	"ref" text PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"organization_id" integer NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"compute_size" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"changed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "updated_at" timestamp with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "standing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "parent_id" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "project_replicas" ADD CONSTRAINT "project_replicas_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_replicas" ADD CONSTRAINT "project_replicas_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_requests_by_age" ON "admin_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "replicas_of_organization" ON "project_replicas" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "replicas_of_project" ON "project_replicas" USING btree ("project_id");--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_parent_id_projects_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organizations_by_change" ON "organizations" USING btree ("updated_at","id");--> statement-breakpoint
-- The platform's time of a change, and since when an organization's restriction is what it is.
CREATE FUNCTION keep_organization_times() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  ahead numeric := coalesce((SELECT value::text::numeric FROM settings WHERE key = 'clock_offset_ms'), 0);
  platform_time timestamptz := date_trunc('milliseconds', now() + ahead * interval '1 millisecond');
BEGIN
  NEW.updated_at := greatest(platform_time, OLD.updated_at);
  IF NEW.restriction_status IS DISTINCT FROM OLD.restriction_status THEN
    NEW.standing_since := platform_time;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER organization_times BEFORE UPDATE ON organizations FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION keep_organization_times();
--> statement-breakpoint
-- A key of the operator acts as a member does. What has no organization of its own takes it from what it belongs to.
CREATE OR REPLACE FUNCTION write_audit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  was jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  becomes jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  whole jsonb := was || becomes;
  actor jsonb := coalesce(nullif(current_setting('platform.actor', true), ''), '{}')::jsonb;
  ahead numeric := coalesce((SELECT value::text::numeric FROM settings WHERE key = 'clock_offset_ms'), 0);
BEGIN
  IF TG_TABLE_NAME = 'organizations' THEN
    whole := whole || jsonb_build_object('organization_id', whole -> 'id');
  ELSIF TG_TABLE_NAME = 'memberships' THEN
    whole := whole || (SELECT jsonb_build_object('email', primary_email) FROM members WHERE id = (whole ->> 'member_id')::integer);
  ELSIF TG_TABLE_NAME = 'project_addons' THEN
    whole := whole || (
      SELECT jsonb_build_object('organization_id', organization_id, 'addon', ref || ':' || (whole ->> 'type'))
      FROM projects WHERE id = (whole ->> 'project_id')::integer
    );
  END IF;
  INSERT INTO audit_entries (organization_id, at, member_id, username, key_id, call, request_id, caller_request_id, what, subject, before, after)
    SELECT (whole ->> 'organization_id')::integer,
      now() + ahead * interval '1 millisecond',
      (actor ->> 'member')::integer, actor ->> 'username', actor ->> 'key', actor ->> 'call', actor ->> 'request', actor ->> 'callerRequest',
      TG_ARGV[0], whole ->> TG_ARGV[1],
      jsonb_strip_nulls(jsonb_object_agg(name, was -> name)), jsonb_strip_nulls(jsonb_object_agg(name, becomes -> name))
    FROM unnest(TG_ARGV[2:TG_NARGS - 1]) AS name
    WHERE coalesce(was -> name, 'null') IS DISTINCT FROM coalesce(becomes -> name, 'null')
    HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER audited ON organizations;
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION write_audit('organization', 'slug', 'name', 'billing_email', 'additional_billing_emails', 'opt_in_tags', 'disabled_features', 'billing_partner', 'restriction_status', 'external_id', 'closed_at');
--> statement-breakpoint
-- What only an operator makes. The fleet's own rows, which no key has made, are no changes.
CREATE TRIGGER audited_new AFTER INSERT ON organizations FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%') EXECUTE FUNCTION write_audit('organization', 'slug', 'name', 'billing_email', 'disabled_features', 'billing_partner', 'external_id');
--> statement-breakpoint
CREATE TRIGGER audited_new AFTER INSERT ON subscriptions FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%') EXECUTE FUNCTION write_audit('subscription', 'id', 'plan', 'usage_billing_enabled', 'payment_method_type', 'contract');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON memberships FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%') EXECUTE FUNCTION write_audit('member', 'email', 'role');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON projects FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%') EXECUTE FUNCTION write_audit('project', 'ref', 'name', 'status', 'compute_size', 'is_branch', 'removed_at');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON project_replicas FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%') EXECUTE FUNCTION write_audit('project', 'ref', 'name', 'status', 'compute_size', 'removed_at');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON project_addons FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%') EXECUTE FUNCTION write_audit('addon', 'addon', 'variant');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON discounts FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%') EXECUTE FUNCTION write_audit('discount', 'line_key', 'basis_points', 'amount_cents', 'starts_at', 'ends_at');
