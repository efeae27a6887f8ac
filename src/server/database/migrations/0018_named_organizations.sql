-- Each statement in these functions names the organization, so that none reaches a row of another shard. They do what they did.
CREATE FUNCTION ledger_balances(of_organization integer, checked bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  expected smallint;
  found bigint;
  total numeric;
BEGIN
  SELECT entry_count INTO expected FROM ledger_transactions WHERE organization_id = of_organization AND id = checked;
  SELECT count(*), coalesce(sum(amount_cents), 0) INTO found, total FROM ledger_entries
    WHERE organization_id = of_organization AND transaction_id = checked;
  IF found <> expected THEN
    RAISE EXCEPTION 'ledger transaction % has % entries instead of %', checked, found, expected USING ERRCODE = 'check_violation';
  END IF;
  IF total <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % is off balance by % cents', checked, total USING ERRCODE = 'check_violation';
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ledger_entry_balances() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM ledger_balances(NEW.organization_id, NEW.transaction_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ledger_transaction_balances() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM ledger_balances(NEW.organization_id, NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- beside the version before: only the two triggers above called it, and they have another one now
DROP FUNCTION ledger_balances(bigint);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_credit_note_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(NEW.organization_id, 'invoice.credited', (
    SELECT jsonb_build_object(
      'invoice_id', id, 'number', number, 'credit_note_id', NEW.id, 'amount_cents', NEW.amount_cents, 'balance_cents', NEW.balance_cents,
      'amount_due_cents', amount_due_cents, 'reason', NEW.reason)
    FROM invoices WHERE organization_id = NEW.organization_id AND id = NEW.invoice_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_invoice_event() RETURNS trigger
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
  IF NEW.status = 'paid' THEN
    PERFORM record_event(NEW.organization_id, 'invoice.paid', facts);
  ELSIF NEW.status IN ('void', 'uncollectible') THEN
    PERFORM record_event(
      NEW.organization_id,
      CASE NEW.status WHEN 'void' THEN 'invoice.forgiven' ELSE 'invoice.written_off' END,
      facts || jsonb_build_object('reason', (
        SELECT reason FROM staff_actions
        WHERE organization_id = NEW.organization_id AND invoice_id = NEW.id AND kind = CASE NEW.status WHEN 'void' THEN 'forgive' ELSE 'write_off' END
        ORDER BY place DESC LIMIT 1)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_ledger_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  booked ledger_transactions%ROWTYPE;
BEGIN
  SELECT * INTO booked FROM ledger_transactions WHERE organization_id = NEW.organization_id AND id = NEW.transaction_id;
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
CREATE OR REPLACE FUNCTION record_notice_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(NEW.organization_id, CASE NEW.state WHEN 'sent' THEN 'notice.sent' ELSE 'notice.failed' END, (
    SELECT jsonb_build_object('notice_id', id::text, 'kind', kind, 'to', NEW.address, 'reason', NEW.last_error)
    FROM notices WHERE organization_id = NEW.organization_id AND id = NEW.notice_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_payment_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(NEW.organization_id, 'invoice.payment_failed', jsonb_build_object(
    'invoice_id', NEW.invoice_id, 'payment_id', NEW.id, 'number', (
      SELECT number FROM invoices WHERE organization_id = NEW.organization_id AND id = NEW.invoice_id),
    'amount_cents', NEW.amount_cents, 'attempt', NEW.attempt, 'code', NEW.failure_code, 'decline_code', NEW.decline_code,
    'next_try_at', (
      SELECT unix_seconds(next_try_at) FROM collections WHERE organization_id = NEW.organization_id AND invoice_id = NEW.invoice_id)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_subscription_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  now_is subscriptions%ROWTYPE;
BEGIN
  SELECT * INTO now_is FROM subscriptions WHERE organization_id = NEW.organization_id AND id = NEW.id;
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
CREATE OR REPLACE FUNCTION refill_empty_periods() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE billing_periods SET is_empty = false, priced_lines = NULL WHERE (organization_id, id) IN (
    SELECT period.organization_id, period.id FROM billing_periods AS period
    WHERE (period.is_empty OR period.priced_lines IS NOT NULL) AND EXISTS (
      SELECT 1 FROM added
      WHERE added.organization_id = period.organization_id
        AND added.from_seconds < extract(epoch FROM period.closed_at)
        AND (added.until_seconds IS NULL OR added.until_seconds > extract(epoch FROM date_trunc('hour', period.starts_at)))
        AND (added.until_seconds IS NOT NULL OR TG_TABLE_NAME = 'resource_spans' OR added.from_seconds >= extract(epoch FROM period.starts_at))
    )
    ORDER BY period.id FOR UPDATE
  );
  RETURN NULL;
END $$;
