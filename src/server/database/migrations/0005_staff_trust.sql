CREATE TABLE "approval_limits" (
	"scope" text PRIMARY KEY NOT NULL,
	"cents" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "approval_limit_scope_known" CHECK ("approval_limits"."scope" in ('person', 'organization', 'platform')),
	CONSTRAINT "approval_limit_not_negative" CHECK ("approval_limits"."cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "platform_approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"place" bigint DEFAULT nextval('approvals_place_seq') NOT NULL,
	"kind" text NOT NULL,
	"input" jsonb NOT NULL,
	"reason" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"approvers" text[] NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "platform_approvals_place_unique" UNIQUE("place"),
	CONSTRAINT "platform_approval_kind_known" CHECK ("platform_approvals"."kind" in ('approval_limits')),
	CONSTRAINT "platform_approval_state_known" CHECK ("platform_approvals"."state" in ('pending', 'approved', 'refused', 'withdrawn', 'expired')),
	CONSTRAINT "platform_approval_decided_when_over" CHECK (("platform_approvals"."decided_at" is null) = ("platform_approvals"."state" = 'pending'))
);
--> statement-breakpoint
CREATE TABLE "platform_audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "platform_audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor" text,
	"act" text,
	"request_id" text,
	"outcome" text NOT NULL,
	"what" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "platform_audit_outcome_known" CHECK ("platform_audit"."outcome" in ('done', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "platform_emails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "platform_emails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"business_key" text NOT NULL,
	"address" text NOT NULL,
	"facts" jsonb NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_after" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"first_tried_at" timestamp with time zone,
	"last_error" text,
	"sent_at" timestamp with time zone,
	CONSTRAINT "platform_email_once" UNIQUE("business_key"),
	CONSTRAINT "platform_email_state_known" CHECK ("platform_emails"."state" in ('queued', 'sent', 'refused', 'bounced'))
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- beside the version before: the rule is added again below with more states, which that version never writes.
ALTER TABLE "approvals" DROP CONSTRAINT "approval_state_known";--> statement-breakpoint
-- Keys of the version before, and those that its processes still make, get the longest life that a key can have.
UPDATE api_keys SET expires_at = now() + clock_lead() + interval '400 days' WHERE expires_at IS NULL;--> statement-breakpoint
CREATE FUNCTION give_key_an_end() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.expires_at := coalesce(NEW.expires_at, NEW.created_at + interval '400 days');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_keys_end BEFORE INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION give_key_an_end();
--> statement-breakpoint
-- beside the version before: a trigger gives its keys an end.
ALTER TABLE "api_keys" ALTER COLUMN "expires_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "organizations" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "addresses" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "requests_per_minute" integer;--> statement-breakpoint
CREATE INDEX "platform_audit_by_time" ON "platform_audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "platform_emails_due" ON "platform_emails" USING btree ("run_after") WHERE "platform_emails"."state" = 'queued';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "approvals_pending" ON "approvals" USING btree ("requested_at") WHERE "approvals"."state" = 'pending';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "staff_actions_by_time" ON "staff_actions" USING btree ("created_at");--> statement-breakpoint
-- beside the version before: it never writes this new column.
ALTER TABLE "api_keys" ADD CONSTRAINT "key_has_a_rate" CHECK ("api_keys"."requests_per_minute" > 0);--> statement-breakpoint
-- beside the version before: it knows fewer states and writes only those.
ALTER TABLE "approvals" ADD CONSTRAINT "approval_state_known" CHECK ("approvals"."state" in ('pending', 'approved', 'refused', 'withdrawn', 'expired'));;
--> statement-breakpoint
INSERT INTO state_steps (entity, from_state, to_state) VALUES
  ('approvals', 'pending', 'withdrawn'),
  ('approvals', 'pending', 'expired');
--> statement-breakpoint
CREATE TRIGGER platform_approvals_steps BEFORE UPDATE OF state ON platform_approvals
  FOR EACH ROW WHEN (OLD.state <> 'pending' AND OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER platform_approvals_terms BEFORE UPDATE ON platform_approvals
  FOR EACH ROW WHEN ((OLD.kind, OLD.input, OLD.reason, OLD.requested_by, OLD.requested_at, OLD.approvers)
    IS DISTINCT FROM (NEW.kind, NEW.input, NEW.reason, NEW.requested_by, NEW.requested_at, NEW.approvers))
  EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
-- beside the version before: it refuses changes of a new table.
CREATE TRIGGER platform_audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON platform_audit
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
-- Writes what was done to the platform itself. Arguments: the kind of record, the column of its subject, the audited columns.
CREATE FUNCTION write_platform_audit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  was jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  becomes jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  actor jsonb := coalesce(nullif(current_setting('platform.actor', true), ''), '{}')::jsonb;
BEGIN
  INSERT INTO platform_audit (at, actor, act, request_id, outcome, what, subject, before, after)
    SELECT now() + clock_lead(), actor ->> 'key', actor ->> 'call', actor ->> 'request', 'done', TG_ARGV[0], (was || becomes) ->> TG_ARGV[1],
      jsonb_strip_nulls(jsonb_object_agg(name, was -> name)), jsonb_strip_nulls(jsonb_object_agg(name, becomes -> name))
    FROM unnest(TG_ARGV[2:TG_NARGS - 1]) AS name
    WHERE coalesce(was -> name, 'null') IS DISTINCT FROM coalesce(becomes -> name, 'null')
    HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION write_platform_audit('key', 'id', 'name', 'owner', 'scopes', 'created_by', 'expires_at', 'organizations',
    'addresses', 'requests_per_minute', 'revoked_at', 'revoked_by');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON price_books
  FOR EACH ROW EXECUTE FUNCTION write_platform_audit('price_book', 'version', 'effective_at', 'state');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION write_platform_audit('webhook_endpoint', 'id', 'url', 'events', 'description', 'disabled_at', 'disabled_reason',
    'deleted_at', 'deleted_by');
--> statement-breakpoint
-- A rotation is known by its call: no secret is compared or copied.
CREATE FUNCTION audit_rotation() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  actor jsonb := coalesce(nullif(current_setting('platform.actor', true), ''), '{}')::jsonb;
BEGIN
  INSERT INTO platform_audit (at, actor, act, request_id, outcome, what, subject, before, after)
    VALUES (now() + clock_lead(), actor ->> 'key', actor ->> 'call', actor ->> 'request', 'done', 'webhook_secret', NEW.id, '{}', '{}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audited_rotation AFTER UPDATE ON webhook_endpoints
  FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"call":"rotateWebhookSecret"%') EXECUTE FUNCTION audit_rotation();
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON approval_limits
  FOR EACH ROW EXECUTE FUNCTION write_platform_audit('approval_limit', 'scope', 'cents');
--> statement-breakpoint
CREATE TRIGGER audited_platform AFTER INSERT OR UPDATE ON approvals
  FOR EACH ROW EXECUTE FUNCTION write_platform_audit('approval', 'id', 'kind', 'subject', 'amount_cents', 'reason', 'requested_by', 'state', 'decided_by');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON platform_approvals
  FOR EACH ROW EXECUTE FUNCTION write_platform_audit('approval', 'id', 'kind', 'input', 'reason', 'requested_by', 'state', 'decided_by');
--> statement-breakpoint
-- Of the settings, the pauses alone: others change with the clock or at every start.
CREATE FUNCTION audit_pause() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  was jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE jsonb_build_object('value', OLD.value) END;
  becomes jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE jsonb_build_object('value', NEW.value) END;
  actor jsonb := coalesce(nullif(current_setting('platform.actor', true), ''), '{}')::jsonb;
  name text := CASE WHEN TG_OP = 'DELETE' THEN OLD.key ELSE NEW.key END;
BEGIN
  IF name IN ('charges_pause', 'staff_money_stopped_until') AND was IS DISTINCT FROM becomes THEN
    INSERT INTO platform_audit (at, actor, act, request_id, outcome, what, subject, before, after)
      VALUES (now() + clock_lead(), actor ->> 'key', actor ->> 'call', actor ->> 'request', 'done', 'pause', name, was, becomes);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH ROW EXECUTE FUNCTION audit_pause();
--> statement-breakpoint
-- Emails of the platform are a lane of the queue of notices, 0: no organization has that number.
CREATE FUNCTION wake_platform_emails() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM add_job(TG_ARGV[0], '0', run_after) FROM (SELECT DISTINCT run_after FROM changed WHERE state = 'queued') AS waiting;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wakes_on_insert AFTER INSERT ON platform_emails REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_platform_emails('notices');
--> statement-breakpoint
CREATE TRIGGER wakes_on_update AFTER UPDATE ON platform_emails REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_platform_emails('notices');
--> statement-breakpoint
-- As before, and for emails of the platform.
CREATE OR REPLACE FUNCTION add_missing_jobs() RETURNS void
    LANGUAGE sql
    AS $$
  WITH due AS (
    SELECT DISTINCT 'notices' AS queue, organization_id::text AS lane FROM notice_deliveries WHERE state = 'queued' AND run_after <= now()
    UNION ALL
    SELECT DISTINCT 'notices', '0' FROM platform_emails WHERE state = 'queued' AND run_after <= now()
    UNION ALL
    SELECT DISTINCT 'gateway-events', object_id FROM gateway_events WHERE processed_at IS NULL AND run_after <= now()
    UNION ALL
    SELECT DISTINCT 'gateway-work', organization_id::text FROM outbox WHERE state = 'pending' AND run_after <= now()
    UNION ALL
    SELECT DISTINCT 'webhooks', d.endpoint_id FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
    WHERE d.state = 'pending' AND d.next_attempt_at <= now() + clock_lead() AND coalesce(d.leased_until, 'epoch') <= now()
      AND e.disabled_at IS NULL AND e.deleted_at IS NULL
  )
  SELECT add_job(queue, lane, now()) FROM due
    WHERE (queue, lane) NOT IN (
        SELECT name, singleton_key FROM pgboss.job WHERE name NOT IN ('schedules', 'dead-letters')
          AND (state IN ('retry', 'active') OR (state = 'created' AND start_after <= now())))
      AND (queue, lane) NOT IN (
        SELECT data ->> 'queue', data ->> 'lane' FROM pgboss.job WHERE name = 'dead-letters' AND state = 'created')
$$;
