CREATE TABLE "platform_events" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "event_sequence_once" UNIQUE("organization_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" text NOT NULL,
	"event_id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_attempt_at" timestamp with time zone,
	"last_attempt_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"last_status" smallint,
	"last_error" text,
	"last_answer" text,
	"leased_until" timestamp with time zone,
	"held_by" text,
	CONSTRAINT "event_once_per_endpoint" UNIQUE("endpoint_id","event_id"),
	CONSTRAINT "delivery_state_known" CHECK ("webhook_deliveries"."state" in ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"description" text,
	"secret" text,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"disabled_at" timestamp with time zone,
	"disabled_reason" text,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	CONSTRAINT "endpoint_wants_events" CHECK (cardinality("webhook_endpoints"."events") > 0),
	CONSTRAINT "disabled_for_a_reason" CHECK (("webhook_endpoints"."disabled_at" is null) = ("webhook_endpoints"."disabled_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "platform_events" ADD CONSTRAINT "platform_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_platform_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."platform_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "delivery_of_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_by_age" ON "platform_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at","sequence") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_in_order" ON "webhook_deliveries" USING btree ("endpoint_id","organization_id","sequence") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_of_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","position");--> statement-breakpoint
CREATE INDEX "deliveries_over" ON "webhook_deliveries" USING btree ("last_attempt_at") WHERE "webhook_deliveries"."state" <> 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_of_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE FUNCTION unix_seconds(moment timestamptz) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$ SELECT floor(extract(epoch FROM moment))::bigint $$;
--> statement-breakpoint
-- The one place that adds an event, and with it its deliveries. Numbers are given to one transaction after the other, up to its commit:
-- a reader never finds one before a smaller one.
CREATE FUNCTION record_event(of_organization integer, event_type text, details jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  ahead numeric := coalesce((SELECT value::text::numeric FROM settings WHERE key = 'clock_offset_ms'), 0);
  platform_time timestamptz := clock_timestamp() + ahead * interval '1 millisecond';
  event_id text := 'evt_' || replace(gen_random_uuid()::text, '-', '');
  next_sequence bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(43101830, of_organization);
  IF NOT EXISTS (SELECT FROM organizations WHERE id = of_organization) THEN
    RETURN;
  END IF;
  SELECT coalesce(max(sequence), 0) + 1 INTO next_sequence FROM platform_events WHERE organization_id = of_organization;
  INSERT INTO platform_events (id, organization_id, sequence, type, at, data)
    VALUES (event_id, of_organization, next_sequence, event_type, platform_time, details);
  INSERT INTO webhook_deliveries (id, endpoint_id, event_id, organization_id, sequence, next_attempt_at)
    SELECT 'whd_' || replace(gen_random_uuid()::text, '-', ''), id, event_id, of_organization, next_sequence, platform_time
    FROM webhook_endpoints WHERE deleted_at IS NULL AND events && ARRAY[event_type, '*'];
END $$;
--> statement-breakpoint
-- Whether this transaction has recorded one already: several steps of a row are one change.
CREATE FUNCTION has_event(of_organization integer, event_type text) RETURNS boolean
    LANGUAGE sql
    AS $$
  SELECT EXISTS (
    SELECT FROM (
      SELECT type, xmin AS written_by FROM platform_events WHERE organization_id = of_organization ORDER BY sequence DESC LIMIT 50
    ) AS latest WHERE type = event_type AND written_by = pg_current_xact_id()::xid
  )
$$;
--> statement-breakpoint
CREATE FUNCTION standing_name(restriction_status text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$ SELECT coalesce(restriction_status, 'active') $$;
--> statement-breakpoint
CREATE FUNCTION record_organization_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  now_is organizations%ROWTYPE;
  terms subscriptions%ROWTYPE;
BEGIN
  SELECT * INTO now_is FROM organizations WHERE id = NEW.id;
  IF TG_OP = 'INSERT' THEN
    SELECT * INTO terms FROM subscriptions WHERE organization_id = NEW.id;
    PERFORM record_event(NEW.id, 'organization.created', jsonb_build_object(
      'name', now_is.name, 'plan', coalesce(terms.plan, 'free'), 'spend_cap_on', NOT coalesce(terms.usage_billing_enabled, false),
      'billing_partner', now_is.billing_partner, 'external_id', now_is.external_id));
    RETURN NULL;
  END IF;
  IF OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL THEN
    PERFORM record_event(NEW.id, 'organization.closed', jsonb_build_object('closed_at', unix_seconds(NEW.closed_at)));
  END IF;
  IF now_is.restriction_status IS DISTINCT FROM OLD.restriction_status AND NOT has_event(NEW.id, 'restriction.changed') THEN
    PERFORM record_event(NEW.id, 'restriction.changed', jsonb_build_object(
      'status', standing_name(now_is.restriction_status), 'previous_status', standing_name(OLD.restriction_status),
      'reasons', to_jsonb(coalesce(now_is.violations, '{}')), 'grace_period_end', unix_seconds(now_is.grace_period_end)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_subscription_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  now_is subscriptions%ROWTYPE;
BEGIN
  SELECT * INTO now_is FROM subscriptions WHERE id = NEW.id;
  IF now_is.id IS NULL THEN
    RETURN NULL;
  END IF;
  IF (OLD.plan, OLD.usage_billing_enabled, OLD.payment_method_type, OLD.current_period_start, OLD.current_period_end, OLD.scheduled_at,
      OLD.scheduled_plan, OLD.scheduled_usage_billing)
    IS DISTINCT FROM (now_is.plan, now_is.usage_billing_enabled, now_is.payment_method_type, now_is.current_period_start,
      now_is.current_period_end, now_is.scheduled_at, now_is.scheduled_plan, now_is.scheduled_usage_billing)
    AND NOT has_event(NEW.organization_id, 'subscription.updated') THEN
    PERFORM record_event(NEW.organization_id, 'subscription.updated', jsonb_build_object(
      'plan', now_is.plan, 'previous_plan', OLD.plan, 'spend_cap_on', NOT now_is.usage_billing_enabled,
      'payment_method_type', now_is.payment_method_type, 'current_period_start', unix_seconds(now_is.current_period_start),
      'current_period_end', unix_seconds(now_is.current_period_end),
      'scheduled_plan_change', CASE WHEN now_is.scheduled_at IS NOT NULL THEN jsonb_build_object(
        'at', unix_seconds(now_is.scheduled_at), 'plan', now_is.scheduled_plan, 'spend_cap_on', NOT now_is.scheduled_usage_billing) END));
  END IF;
  IF OLD.usage_billing_enabled <> now_is.usage_billing_enabled AND NOT has_event(NEW.organization_id, 'spend_cap.changed') THEN
    PERFORM record_event(NEW.organization_id, 'spend_cap.changed', jsonb_build_object(
      'spend_cap_on', NOT now_is.usage_billing_enabled, 'plan', now_is.plan));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_member_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  was memberships%ROWTYPE;
  becomes memberships%ROWTYPE;
  who members%ROWTYPE;
BEGIN
  IF TG_OP <> 'INSERT' THEN was := OLD; END IF;
  IF TG_OP <> 'DELETE' THEN becomes := NEW; END IF;
  IF was.role IS NOT DISTINCT FROM becomes.role THEN
    RETURN NULL;
  END IF;
  SELECT * INTO who FROM members WHERE id = coalesce(becomes.member_id, was.member_id);
  PERFORM record_event(coalesce(becomes.organization_id, was.organization_id), 'member.changed', jsonb_build_object(
    'email', who.primary_email, 'username', who.username, 'role', becomes.role, 'previous_role', was.role));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_invoice_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  was text := 'draft';
  facts jsonb := jsonb_build_object(
    'invoice_id', NEW.id, 'number', NEW.number, 'kind', NEW.kind, 'status', NEW.status, 'subtotal_cents', NEW.subtotal_cents,
    'amount_due_cents', NEW.amount_due_cents, 'period_start', unix_seconds(NEW.period_start), 'period_end', unix_seconds(NEW.period_end),
    'due_at', unix_seconds(NEW.due_at));
BEGIN
  IF TG_OP = 'UPDATE' THEN was := OLD.status; END IF;
  IF was = 'draft' THEN
    PERFORM record_event(NEW.organization_id, 'invoice.finalized', facts);
  END IF;
  IF NEW.status IN ('paid', 'void', 'uncollectible') THEN
    PERFORM record_event(NEW.organization_id, CASE NEW.status
      WHEN 'paid' THEN 'invoice.paid' WHEN 'void' THEN 'invoice.forgiven' ELSE 'invoice.written_off' END, facts);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_payment_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(NEW.organization_id, 'invoice.payment_failed', jsonb_build_object(
    'invoice_id', NEW.invoice_id, 'number', (SELECT number FROM invoices WHERE id = NEW.invoice_id), 'payment_id', NEW.id,
    'amount_cents', NEW.amount_cents, 'attempt', NEW.attempt, 'code', NEW.failure_code, 'decline_code', NEW.decline_code,
    'next_try_at', (SELECT unix_seconds(next_try_at) FROM collections WHERE invoice_id = NEW.invoice_id)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_credit_note_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(NEW.organization_id, 'invoice.credited', (
    SELECT jsonb_build_object(
      'invoice_id', id, 'number', number, 'credit_note_id', NEW.id, 'amount_cents', NEW.amount_cents, 'balance_cents', NEW.balance_cents,
      'amount_due_cents', amount_due_cents, 'reason', NEW.reason)
    FROM invoices WHERE id = NEW.invoice_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_refund_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(NEW.organization_id, 'payment.refunded', jsonb_build_object(
    'refund_id', NEW.id, 'payment_id', NEW.payment_id, 'source', NEW.source, 'amount_cents', NEW.amount_cents,
    'credit_cents', NEW.credit_cents, 'reason', NEW.reason));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_dispute_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(NEW.organization_id, CASE NEW.state WHEN 'open' THEN 'dispute.opened' ELSE 'dispute.closed' END, jsonb_build_object(
    'dispute_id', NEW.id, 'payment_id', NEW.payment_id, 'source', NEW.source, 'amount_cents', NEW.amount_cents,
    'held_cents', NEW.held_cents, 'outcome', nullif(NEW.state, 'open')));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Credit that moves, and money without an effect that goes back to its payer, which has no row among the refunds.
CREATE FUNCTION record_ledger_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  booked ledger_transactions%ROWTYPE;
BEGIN
  SELECT * INTO booked FROM ledger_transactions WHERE id = NEW.transaction_id;
  IF NEW.account = 'unapplied' THEN
    PERFORM record_event(NEW.organization_id, 'payment.refunded', jsonb_build_object(
      'refund_id', NULL, 'payment_id', NULL, 'source', booked.source, 'amount_cents', NEW.amount_cents, 'credit_cents', 0,
      'reason', 'Payment without effect'));
    RETURN NULL;
  END IF;
  PERFORM record_event(NEW.organization_id, 'credit.changed', jsonb_build_object(
    'amount_cents', -NEW.amount_cents,
    'balance_cents', (SELECT -sum(amount_cents) FROM ledger_entries
      WHERE organization_id = NEW.organization_id AND account = 'customer_credit' AND id <= NEW.id),
    'description', booked.description, 'source', booked.source));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Each at the commit of its change: it says how things are then, and no other lock is waited for while events are numbered. What is
-- brought in from elsewhere, such as the history of the demo organizations, is no news.
CREATE FUNCTION events_are_on() RETURNS boolean
    LANGUAGE sql STABLE
    AS $$ SELECT coalesce(current_setting('platform.events', true), '') <> 'off' $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told_new AFTER INSERT ON organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (events_are_on()) EXECUTE FUNCTION record_organization_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.closed_at, OLD.restriction_status) IS DISTINCT FROM (NEW.closed_at, NEW.restriction_status) AND events_are_on())
  EXECUTE FUNCTION record_organization_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON subscriptions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.* AND events_are_on()) EXECUTE FUNCTION record_subscription_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON memberships DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (events_are_on()) EXECUTE FUNCTION record_member_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told_new AFTER INSERT ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status <> 'draft' AND events_are_on()) EXECUTE FUNCTION record_invoice_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND events_are_on()) EXECUTE FUNCTION record_invoice_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.invoice_id IS NOT NULL AND events_are_on()
    AND ((NEW.state = 'failed' AND OLD.state <> 'failed')
      OR (NEW.state = 'requires_method' AND NEW.counted_decline IS DISTINCT FROM OLD.counted_decline)))
  EXECUTE FUNCTION record_payment_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER INSERT ON credit_notes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (events_are_on()) EXECUTE FUNCTION record_credit_note_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told_new AFTER INSERT ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'succeeded' AND events_are_on()) EXECUTE FUNCTION record_refund_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'succeeded' AND OLD.state <> 'succeeded' AND events_are_on()) EXECUTE FUNCTION record_refund_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told_new AFTER INSERT ON disputes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (events_are_on()) EXECUTE FUNCTION record_dispute_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON disputes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND events_are_on()) EXECUTE FUNCTION record_dispute_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((NEW.account = 'customer_credit' OR (NEW.account = 'unapplied' AND NEW.amount_cents > 0)) AND events_are_on())
  EXECUTE FUNCTION record_ledger_event();
