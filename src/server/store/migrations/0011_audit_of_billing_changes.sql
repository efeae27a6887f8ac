CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"member_id" integer,
	"username" text,
	"call" text,
	"request_id" text,
	"what" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_by_organization" ON "audit_entries" USING btree ("organization_id","id" DESC NULLS LAST);
--> statement-breakpoint
-- Who acts is told by the transaction itself (platform.actor); a transaction that tells nothing is the platform's own.
-- Arguments: what is changed, the column that names it, and the columns that count.
CREATE FUNCTION write_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  becomes jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  whole jsonb := was || becomes;
  actor jsonb := coalesce(nullif(current_setting('platform.actor', true), ''), '{}')::jsonb;
  ahead numeric := coalesce((SELECT value::text::numeric FROM settings WHERE key = 'clock_offset_ms'), 0);
BEGIN
  INSERT INTO audit_entries (organization_id, at, member_id, username, call, request_id, what, subject, before, after)
    SELECT (whole ->> CASE TG_TABLE_NAME WHEN 'organizations' THEN 'id' ELSE 'organization_id' END)::integer,
      now() + ahead * interval '1 millisecond',
      (actor ->> 'member')::integer, actor ->> 'username', actor ->> 'call', actor ->> 'request',
      TG_ARGV[0], whole ->> TG_ARGV[1],
      jsonb_strip_nulls(jsonb_object_agg(name, was -> name)), jsonb_strip_nulls(jsonb_object_agg(name, becomes -> name))
    FROM unnest(TG_ARGV[2:TG_NARGS - 1]) AS name
    WHERE coalesce(was -> name, 'null') IS DISTINCT FROM coalesce(becomes -> name, 'null')
    HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON subscriptions FOR EACH ROW EXECUTE FUNCTION write_audit(
  'subscription', 'id', 'plan', 'usage_billing_enabled', 'payment_method_type', 'contract', 'scheduled_at', 'scheduled_plan', 'scheduled_usage_billing');
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION write_audit(
  'billing_details', 'organization_id', 'billing_name', 'line1', 'line2', 'city', 'state', 'postal_code', 'country', 'tax_id_type', 'tax_id_value', 'tax_id_country');
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION write_audit(
  'organization', 'slug', 'name', 'billing_email', 'additional_billing_emails', 'opt_in_tags', 'disabled_features', 'billing_partner', 'restriction_status');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON payment_methods FOR EACH ROW EXECUTE FUNCTION write_audit(
  'card', 'id', 'state', 'is_default', 'brand', 'last4');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON changes FOR EACH ROW EXECUTE FUNCTION write_audit(
  'plan_change', 'id', 'state', 'tier', 'charge_cents');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON top_ups FOR EACH ROW EXECUTE FUNCTION write_audit(
  'top_up', 'id', 'state', 'amount_cents');
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION write_audit(
  'invoice', 'id', 'status', 'amount_due_cents');
--> statement-breakpoint
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only: % is refused', lower(TG_OP) USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
