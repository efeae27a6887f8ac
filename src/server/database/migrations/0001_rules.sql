-- Rules that the tables cannot express: state transitions, the ledger, the audit log, counts, events and the job engine. A statement in a
-- function or trigger names the organization, so that it reaches no row of another shard.
CREATE TABLE state_steps (
  entity text NOT NULL,
  from_state text NOT NULL,
  to_state text NOT NULL,
  CONSTRAINT state_steps_pkey PRIMARY KEY (entity, from_state, to_state)
);
--> statement-breakpoint
INSERT INTO state_steps (entity, from_state, to_state) VALUES
  ('changes', 'open', 'scheduled'),
  ('changes', 'open', 'applied'),
  ('changes', 'open', 'failed'),
  ('changes', 'open', 'canceled'),
  ('changes', 'open', 'expired'),
  ('changes', 'scheduled', 'applied'),
  ('changes', 'scheduled', 'canceled'),
  ('top_ups', 'open', 'credited'),
  ('top_ups', 'open', 'failed'),
  ('top_ups', 'open', 'canceled'),
  ('payments', 'sending', 'requires_action'),
  ('payments', 'sending', 'requires_method'),
  ('payments', 'sending', 'processing'),
  ('payments', 'sending', 'succeeded'),
  ('payments', 'sending', 'failed'),
  ('payments', 'sending', 'canceled'),
  ('payments', 'requires_action', 'requires_method'),
  ('payments', 'requires_action', 'processing'),
  ('payments', 'requires_action', 'succeeded'),
  ('payments', 'requires_action', 'failed'),
  ('payments', 'requires_action', 'canceled'),
  ('payments', 'requires_method', 'requires_action'),
  ('payments', 'requires_method', 'processing'),
  ('payments', 'requires_method', 'succeeded'),
  ('payments', 'requires_method', 'failed'),
  ('payments', 'requires_method', 'canceled'),
  ('payments', 'processing', 'requires_action'),
  ('payments', 'processing', 'requires_method'),
  ('payments', 'processing', 'succeeded'),
  ('payments', 'processing', 'failed'),
  ('payments', 'processing', 'canceled'),
  ('payment_methods', 'attached', 'detaching'),
  ('payment_methods', 'attached', 'detached'),
  ('payment_methods', 'detaching', 'detached'),
  ('refunds', 'pending', 'succeeded'),
  ('refunds', 'pending', 'failed'),
  ('refunds', 'succeeded', 'failed'),
  ('disputes', 'open', 'won'),
  ('disputes', 'open', 'lost'),
  ('disputes', 'lost', 'won'),
  ('approvals', 'pending', 'approved'),
  ('approvals', 'pending', 'refused');
--> statement-breakpoint
CREATE FUNCTION refuse_unlisted_step() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM state_steps WHERE entity = TG_TABLE_NAME AND from_state = OLD.state AND to_state = NEW.state) THEN
    RAISE EXCEPTION '% % cannot go from % to %', TG_TABLE_NAME, OLD.id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_other_terms() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'the terms of % % are fixed', TG_TABLE_NAME, OLD.id USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER changes_steps BEFORE UPDATE OF state ON changes
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER disputes_steps BEFORE UPDATE OF state ON disputes
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER payment_methods_steps BEFORE UPDATE OF state ON payment_methods
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER payments_steps BEFORE UPDATE OF state ON payments
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER refunds_steps BEFORE UPDATE OF state ON refunds
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER top_ups_steps BEFORE UPDATE OF state ON top_ups
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER approvals_steps BEFORE UPDATE OF state ON approvals
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER changes_terms BEFORE UPDATE ON changes
  FOR EACH ROW WHEN (OLD.organization_id IS DISTINCT FROM NEW.organization_id OR OLD.quote_id IS DISTINCT FROM NEW.quote_id
    OR OLD.tier IS DISTINCT FROM NEW.tier OR OLD.effective_at IS DISTINCT FROM NEW.effective_at
    OR OLD.plan_price_cents IS DISTINCT FROM NEW.plan_price_cents OR OLD.unused_cents IS DISTINCT FROM NEW.unused_cents
    OR OLD.balance_applied_cents IS DISTINCT FROM NEW.balance_applied_cents OR OLD.charge_cents IS DISTINCT FROM NEW.charge_cents)
  EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER credit_notes_terms BEFORE UPDATE ON credit_notes FOR EACH ROW EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER disputes_terms BEFORE UPDATE ON disputes
  FOR EACH ROW WHEN (OLD.organization_id IS DISTINCT FROM NEW.organization_id OR OLD.payment_id IS DISTINCT FROM NEW.payment_id
    OR OLD.source IS DISTINCT FROM NEW.source OR OLD.amount_cents IS DISTINCT FROM NEW.amount_cents)
  EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER payments_terms BEFORE UPDATE ON payments
  FOR EACH ROW WHEN (OLD.organization_id IS DISTINCT FROM NEW.organization_id OR OLD.change_id IS DISTINCT FROM NEW.change_id
    OR OLD.top_up_id IS DISTINCT FROM NEW.top_up_id OR OLD.invoice_id IS DISTINCT FROM NEW.invoice_id
    OR OLD.attempt IS DISTINCT FROM NEW.attempt OR OLD.key IS DISTINCT FROM NEW.key OR OLD.channel IS DISTINCT FROM NEW.channel
    OR OLD.amount_cents IS DISTINCT FROM NEW.amount_cents OR OLD.method_id IS DISTINCT FROM NEW.method_id
    OR OLD.keeps_method IS DISTINCT FROM NEW.keeps_method OR OLD.off_session IS DISTINCT FROM NEW.off_session)
  EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER refunds_terms BEFORE UPDATE ON refunds
  FOR EACH ROW WHEN (OLD.organization_id IS DISTINCT FROM NEW.organization_id OR OLD.payment_id IS DISTINCT FROM NEW.payment_id
    OR OLD.source IS DISTINCT FROM NEW.source OR OLD.amount_cents IS DISTINCT FROM NEW.amount_cents
    OR OLD.credit_cents IS DISTINCT FROM NEW.credit_cents)
  EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER top_ups_terms BEFORE UPDATE ON top_ups
  FOR EACH ROW WHEN (OLD.organization_id IS DISTINCT FROM NEW.organization_id OR OLD.amount_cents IS DISTINCT FROM NEW.amount_cents)
  EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER approvals_terms BEFORE UPDATE ON approvals
  FOR EACH ROW WHEN ((OLD.organization_id, OLD.kind, OLD.subject, OLD.input, OLD.amount_cents, OLD.reason, OLD.requested_by,
    OLD.requested_at, OLD.approvers) IS DISTINCT FROM (NEW.organization_id, NEW.kind, NEW.subject, NEW.input, NEW.amount_cents, NEW.reason,
    NEW.requested_by, NEW.requested_at, NEW.approvers))
  EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER staff_actions_terms BEFORE UPDATE ON staff_actions FOR EACH ROW EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER billing_periods_keep_their_book BEFORE UPDATE OF price_book_id ON billing_periods
  FOR EACH ROW WHEN (OLD.price_book_id IS DISTINCT FROM NEW.price_book_id) EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
-- Retention deletes an organization with its books ten years after its close, in a transaction that sets `platform.retention`.
CREATE FUNCTION ledger_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('platform.retention', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the ledger is append-only: % of % is refused', lower(TG_OP), TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
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
CREATE FUNCTION ledger_entry_balances() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM ledger_balances(NEW.organization_id, NEW.transaction_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION ledger_transaction_balances() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM ledger_balances(NEW.organization_id, NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entry_balances AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger_entry_balances();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_transaction_balances AFTER INSERT ON ledger_transactions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger_transaction_balances();
--> statement-breakpoint
-- An erasure replaces personal values in a transaction that sets `platform.erasure`; retention sets `platform.retention`.
CREATE FUNCTION audit_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (TG_OP = 'UPDATE' AND current_setting('platform.erasure', true) = 'on')
    OR (TG_OP = 'DELETE' AND current_setting('platform.retention', true) = 'on') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only: % is refused', lower(TG_OP) USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
-- An erasure keeps the ids of member, key and request, the action and the time. It replaces values but neither adds nor removes any.
CREATE FUNCTION audit_keeps_facts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (OLD.id, OLD.organization_id, OLD.at, OLD.member_id, OLD.key_id, OLD.call, OLD.request_id, OLD.what)
      IS DISTINCT FROM (NEW.id, NEW.organization_id, NEW.at, NEW.member_id, NEW.key_id, NEW.call, NEW.request_id, NEW.what)
    OR ARRAY(SELECT jsonb_object_keys(OLD.before) ORDER BY 1) <> ARRAY(SELECT jsonb_object_keys(NEW.before) ORDER BY 1)
    OR ARRAY(SELECT jsonb_object_keys(OLD.after) ORDER BY 1) <> ARRAY(SELECT jsonb_object_keys(NEW.after) ORDER BY 1) THEN
    RAISE EXCEPTION 'the audit log is append-only: an erasure replaces values alone' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_facts BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_keeps_facts();
--> statement-breakpoint
-- The actor is a member or an API key of the operator. Arguments: the kind of entry, the column of its subject, the audited columns.
CREATE FUNCTION write_audit() RETURNS trigger
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
      SELECT jsonb_build_object('addon', ref || ':' || (whole ->> 'type'))
      FROM projects WHERE organization_id = (whole ->> 'organization_id')::integer AND id = (whole ->> 'project_id')::integer
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
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON changes
  FOR EACH ROW EXECUTE FUNCTION write_audit('plan_change', 'id', 'state', 'tier', 'charge_cents', 'failure_reason');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT ON credit_notes
  FOR EACH ROW EXECUTE FUNCTION write_audit('credit_note', 'id', 'invoice_id', 'amount_cents', 'balance_cents', 'reason');
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON customers
  FOR EACH ROW
  EXECUTE FUNCTION write_audit('billing_details', 'organization_id', 'billing_name', 'line1', 'line2', 'city', 'state', 'postal_code',
    'country', 'tax_id_type', 'tax_id_value', 'tax_id_country');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON disputes
  FOR EACH ROW EXECUTE FUNCTION write_audit('dispute', 'id', 'state', 'source', 'amount_cents', 'held_cents');
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION write_audit('invoice', 'id', 'status', 'amount_due_cents');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON late_invoices
  FOR EACH ROW EXECUTE FUNCTION write_audit('late_invoice', 'id', 'state', 'amount_cents', 'closes_at', 'invoice_id');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON payment_methods
  FOR EACH ROW EXECUTE FUNCTION write_audit('card', 'id', 'state', 'is_default', 'brand', 'last4');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON refunds
  FOR EACH ROW EXECUTE FUNCTION write_audit('refund', 'id', 'state', 'source', 'amount_cents', 'credit_cents', 'reason');
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON subscriptions
  FOR EACH ROW
  EXECUTE FUNCTION write_audit('subscription', 'id', 'plan', 'usage_billing_enabled', 'payment_method_type', 'contract', 'scheduled_at',
    'scheduled_plan', 'scheduled_usage_billing');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON top_ups FOR EACH ROW EXECUTE FUNCTION write_audit('top_up', 'id', 'state', 'amount_cents');
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON organizations
  FOR EACH ROW
  EXECUTE FUNCTION write_audit('organization', 'slug', 'name', 'billing_email', 'additional_billing_emails', 'opt_in_tags',
    'disabled_features', 'billing_partner', 'restriction_status', 'external_id', 'closed_at');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON approvals
  FOR EACH ROW EXECUTE FUNCTION write_audit('approval', 'id', 'state', 'kind', 'subject', 'amount_cents', 'reason');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON budgets
  FOR EACH ROW
  EXECUTE FUNCTION write_audit('budget', 'id', 'name', 'scope', 'basis', 'amount_cents', 'thresholds', 'at_limit', 'recipients', 'version');
--> statement-breakpoint
-- Changes that only an operator makes. Rows of the demo organizations have no API key and are not audited.
CREATE TRIGGER audited_new AFTER INSERT ON organizations
  FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%')
  EXECUTE FUNCTION write_audit('organization', 'slug', 'name', 'billing_email', 'disabled_features', 'billing_partner', 'external_id');
--> statement-breakpoint
CREATE TRIGGER audited_new AFTER INSERT ON subscriptions
  FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%')
  EXECUTE FUNCTION write_audit('subscription', 'id', 'plan', 'usage_billing_enabled', 'payment_method_type', 'contract');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON memberships
  FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%') EXECUTE FUNCTION write_audit('member', 'email', 'role');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON projects
  FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%')
  EXECUTE FUNCTION write_audit('project', 'ref', 'name', 'status', 'compute_size', 'is_branch', 'removed_at');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON project_replicas
  FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%')
  EXECUTE FUNCTION write_audit('project', 'ref', 'name', 'status', 'compute_size', 'removed_at');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON project_addons
  FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%') EXECUTE FUNCTION write_audit('addon', 'addon', 'variant');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON discounts
  FOR EACH ROW WHEN (current_setting('platform.actor', true) LIKE '%"key":"%')
  EXECUTE FUNCTION write_audit('discount', 'line_key', 'basis_points', 'amount_cents', 'starts_at', 'ends_at');
--> statement-breakpoint
-- A staff action and its effects are one audit entry.
CREATE FUNCTION audit_staff_action() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  actor jsonb := coalesce(nullif(current_setting('platform.actor', true), ''), '{}')::jsonb;
BEGIN
  INSERT INTO audit_entries (organization_id, at, username, key_id, call, request_id, caller_request_id, what, subject, before, after)
    VALUES (NEW.organization_id, NEW.created_at, actor ->> 'username', NEW.key_id, actor ->> 'call', actor ->> 'request', actor ->> 'callerRequest',
      'staff_action', NEW.id, NEW.before,
      jsonb_strip_nulls(NEW.after || jsonb_build_object('kind', NEW.kind, 'amount_cents', NEW.amount_cents, 'reason', NEW.reason,
        'reference', NEW.reference, 'approval', NEW.approval_id)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT ON staff_actions FOR EACH ROW EXECUTE FUNCTION audit_staff_action();
--> statement-breakpoint
CREATE FUNCTION count_added_invoices() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO invoice_counts (organization_id, count)
    SELECT organization_id, count(*) FROM added GROUP BY organization_id ORDER BY organization_id
    ON CONFLICT (organization_id) DO UPDATE SET count = invoice_counts.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_removed_invoices() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE invoice_counts SET count = invoice_counts.count - gone.count
    FROM (SELECT organization_id, count(*) AS count FROM removed GROUP BY organization_id ORDER BY organization_id) AS gone
    WHERE invoice_counts.organization_id = gone.organization_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_added AFTER INSERT ON invoices REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_added_invoices();
--> statement-breakpoint
CREATE TRIGGER invoices_removed AFTER DELETE ON invoices REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_invoices();
--> statement-breakpoint
CREATE FUNCTION tally_added_invoices() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO invoice_tallies AS tally (organization_id, span, place, status, count)
    SELECT organization_id, span, extract(epoch FROM period_end)::bigint >> span, status, count(*)
    FROM added, unnest(ARRAY[12, 18, 24]::smallint[]) AS span
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, span, place, status) DO UPDATE SET count = tally.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tally_changed_invoices() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO invoice_tallies AS tally (organization_id, span, place, status, count)
    SELECT organization_id, span, place, status, sum(change)
    FROM (
      SELECT id, organization_id, extract(epoch FROM period_end)::bigint AS ended, status, 1 AS change FROM added
      UNION ALL
      SELECT id, organization_id, extract(epoch FROM period_end)::bigint, status, -1 FROM removed
    ) AS moved, unnest(ARRAY[12, 18, 24]::smallint[]) AS span, LATERAL (SELECT ended >> span AS place) AS placed
    GROUP BY organization_id, span, place, status HAVING sum(change) <> 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, span, place, status) DO UPDATE SET count = tally.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tally_removed_invoices() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE invoice_tallies AS tally SET count = tally.count - gone.count
    FROM (
      SELECT organization_id, span, extract(epoch FROM period_end)::bigint >> span AS place, status, count(*) AS count
      FROM removed, unnest(ARRAY[12, 18, 24]::smallint[]) AS span
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ) AS gone
    WHERE tally.organization_id = gone.organization_id AND tally.span = gone.span AND tally.place = gone.place AND tally.status = gone.status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_tally_added AFTER INSERT ON invoices REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_added_invoices();
--> statement-breakpoint
CREATE TRIGGER invoices_tally_changed AFTER UPDATE ON invoices REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_invoices();
--> statement-breakpoint
CREATE TRIGGER invoices_tally_removed AFTER DELETE ON invoices REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_removed_invoices();
--> statement-breakpoint
CREATE FUNCTION invoice_place(organization integer, statuses text[], rank bigint, OUT ended_before bigint, OUT passed bigint) RETURNS SETOF record
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
  counted smallint;
  tally record;
  lowest bigint := 0;
  highest bigint := (1::bigint << 40);
BEGIN
  passed := rank;
  FOREACH counted IN ARRAY ARRAY[24, 18, 12]::smallint[] LOOP
    ended_before := NULL;
    FOR tally IN
      SELECT place, sum(count)::bigint AS count FROM invoice_tallies
      WHERE organization_id = organization AND span = counted AND place >= lowest AND place < highest
        AND (statuses IS NULL OR status = ANY (statuses))
      GROUP BY place ORDER BY place DESC
    LOOP
      IF passed < tally.count THEN
        lowest := tally.place << 6;
        highest := (tally.place + 1) << 6;
        ended_before := (tally.place + 1) << counted;
        EXIT;
      END IF;
      passed := passed - tally.count;
    END LOOP;
    IF ended_before IS NULL THEN RETURN; END IF;
  END LOOP;
  RETURN NEXT;
END $$;
--> statement-breakpoint
CREATE FUNCTION invoices_since(organization integer, statuses text[], instant bigint) RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
  SELECT sum(part)::bigint FROM (
    SELECT sum(count) AS part FROM invoice_tallies
      WHERE organization_id = organization AND span = 24 AND place > instant >> 24 AND (statuses IS NULL OR status = ANY (statuses))
    UNION ALL
    SELECT sum(count) FROM invoice_tallies
      WHERE organization_id = organization AND span = 18 AND place > instant >> 18 AND place < ((instant >> 24) + 1) << 6
        AND (statuses IS NULL OR status = ANY (statuses))
    UNION ALL
    SELECT sum(count) FROM invoice_tallies
      WHERE organization_id = organization AND span = 12 AND place > instant >> 12 AND place < ((instant >> 18) + 1) << 6
        AND (statuses IS NULL OR status = ANY (statuses))
    UNION ALL
    SELECT count(*) FROM invoices
      WHERE organization_id = organization AND (statuses IS NULL OR status = ANY (statuses))
        AND period_end >= to_timestamp(instant) AND period_end < to_timestamp(((instant >> 12) + 1) << 12)
  ) AS parts
$$;
--> statement-breakpoint
-- Late usage: the period is priced again, even if it had been closed as empty.
CREATE FUNCTION refill_empty_periods() RETURNS trigger
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
--> statement-breakpoint
CREATE TRIGGER resource_spans_refill AFTER INSERT ON resource_spans REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refill_empty_periods();
--> statement-breakpoint
CREATE TRIGGER resource_spans_refill_changed AFTER UPDATE ON resource_spans REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refill_empty_periods();
--> statement-breakpoint
CREATE TRIGGER usage_records_refill AFTER INSERT ON usage_records REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refill_empty_periods();
--> statement-breakpoint
CREATE TRIGGER usage_records_refill_changed AFTER UPDATE ON usage_records REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refill_empty_periods();
--> statement-breakpoint
-- Rows are written in key order: parallel batches of one organization cannot deadlock.
CREATE FUNCTION add_usage_hours() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO usage_hours AS held (organization_id, hour_seconds, project_id, metric, category, quantity, highest)
    SELECT organization_id, from_seconds / 3600 * 3600, project_id, metric, coalesce(category, ''), sum(quantity), max(quantity)
    FROM added WHERE until_seconds IS NULL AND replaced_by IS NULL
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (organization_id, hour_seconds, project_id, metric, category)
    DO UPDATE SET quantity = held.quantity + excluded.quantity, highest = greatest(held.highest, excluded.highest);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A transaction that changes records holds the exclusive lock of their organization: no hour is added to at the same time.
CREATE FUNCTION sum_usage_hours_again() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  WITH touched AS (
    SELECT organization_id, from_seconds / 3600 * 3600 AS hour_seconds, project_id, metric FROM removed WHERE until_seconds IS NULL
    UNION SELECT organization_id, from_seconds / 3600 * 3600, project_id, metric FROM added WHERE until_seconds IS NULL
  )
  DELETE FROM usage_hours AS held USING touched
    WHERE held.organization_id = touched.organization_id AND held.hour_seconds = touched.hour_seconds
      AND held.project_id = touched.project_id AND held.metric = touched.metric;
  INSERT INTO usage_hours (organization_id, hour_seconds, project_id, metric, category, quantity, highest)
    SELECT touched.organization_id, touched.hour_seconds, touched.project_id, touched.metric, coalesce(record.category, ''),
      sum(record.quantity), max(record.quantity)
    FROM (
      SELECT organization_id, from_seconds / 3600 * 3600 AS hour_seconds, project_id, metric FROM removed WHERE until_seconds IS NULL
      UNION SELECT organization_id, from_seconds / 3600 * 3600, project_id, metric FROM added WHERE until_seconds IS NULL
    ) AS touched
    JOIN usage_records AS record ON record.organization_id = touched.organization_id AND record.project_id = touched.project_id
      AND record.metric = touched.metric AND record.from_seconds >= touched.hour_seconds AND record.from_seconds < touched.hour_seconds + 3600
    WHERE record.until_seconds IS NULL AND record.replaced_by IS NULL
    GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER usage_records_hours AFTER INSERT ON usage_records REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_usage_hours();
--> statement-breakpoint
CREATE TRIGGER usage_records_hours_changed AFTER UPDATE ON usage_records REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sum_usage_hours_again();
--> statement-breakpoint
-- Minutes are kept in the same way as hours.
CREATE FUNCTION add_usage_minutes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO usage_minutes AS held (organization_id, minute_seconds, project_id, metric, category, quantity, highest)
    SELECT organization_id, from_seconds / 60 * 60, project_id, metric, coalesce(category, ''), sum(quantity), max(quantity)
    FROM added WHERE until_seconds IS NULL AND replaced_by IS NULL
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (organization_id, minute_seconds, project_id, metric, category)
    DO UPDATE SET quantity = held.quantity + excluded.quantity, highest = greatest(held.highest, excluded.highest);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sum_usage_minutes_again() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  WITH touched AS (
    SELECT organization_id, from_seconds / 60 * 60 AS minute_seconds, project_id, metric FROM removed WHERE until_seconds IS NULL
    UNION SELECT organization_id, from_seconds / 60 * 60, project_id, metric FROM added WHERE until_seconds IS NULL
  )
  DELETE FROM usage_minutes AS held USING touched
    WHERE held.organization_id = touched.organization_id AND held.minute_seconds = touched.minute_seconds
      AND held.project_id = touched.project_id AND held.metric = touched.metric;
  INSERT INTO usage_minutes (organization_id, minute_seconds, project_id, metric, category, quantity, highest)
    SELECT touched.organization_id, touched.minute_seconds, touched.project_id, touched.metric, coalesce(record.category, ''),
      sum(record.quantity), max(record.quantity)
    FROM (
      SELECT organization_id, from_seconds / 60 * 60 AS minute_seconds, project_id, metric FROM removed WHERE until_seconds IS NULL
      UNION SELECT organization_id, from_seconds / 60 * 60, project_id, metric FROM added WHERE until_seconds IS NULL
    ) AS touched
    JOIN usage_records AS record ON record.organization_id = touched.organization_id AND record.project_id = touched.project_id
      AND record.metric = touched.metric AND record.from_seconds >= touched.minute_seconds AND record.from_seconds < touched.minute_seconds + 60
    WHERE record.until_seconds IS NULL AND record.replaced_by IS NULL
    GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER usage_records_minutes AFTER INSERT ON usage_records REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_usage_minutes();
--> statement-breakpoint
CREATE TRIGGER usage_records_minutes_changed AFTER UPDATE ON usage_records REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sum_usage_minutes_again();
--> statement-breakpoint
-- Platform time of an organization's last change, and of the last change of its restriction.
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
CREATE TRIGGER organization_times BEFORE UPDATE ON organizations
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION keep_organization_times();
--> statement-breakpoint
-- The first price book repeats `domain/book/book-2026.json`; a test compares them.
INSERT INTO price_books (id, version, effective_at, published_at, state, scheduled_at, document)
  VALUES ('pb_2026', '2026', to_timestamp(0), to_timestamp(0), 'scheduled', to_timestamp(0), '{"plans":{"free":{"price":"0","compute_credits":"0","active_projects":2,"description":"For trying things out and for hobby projects.","features":[{"about":"API requests","text":"Unlimited API requests"},{"about":"Monthly active users","text":"{quota:MONTHLY_ACTIVE_USERS} monthly active users"},{"about":"Database","text":"{quota:DATABASE_SIZE} database size","sub_text":"Shared CPU, 500 MB RAM"},{"about":"Egress","text":"{quota:EGRESS} egress"},{"about":"Cached egress","text":"{quota:CACHED_EGRESS} cached egress"},{"about":"File storage","text":"{quota:STORAGE_SIZE} file storage"},{"about":"Support","text":"Community support"}],"footer":"Free projects are paused after a week of inactivity. Limit of {active_projects} active projects."},"pro":{"price":"25","compute_credits":"10","active_projects":null,"badge":"Most Popular","description":"For applications in production, with room to grow.","features":[{"about":"Monthly active users","text":"{quota:MONTHLY_ACTIVE_USERS} monthly active users (MAU)","sub_text":"then {price:MONTHLY_ACTIVE_USERS} per MAU"},{"about":"Database","text":"{allowance:DISK_SIZE_GB_HOURS_GP3} GB disk size per project","sub_text":"then {monthly:DISK_SIZE_GB_HOURS_GP3} per GB"},{"about":"Egress","text":"{quota:EGRESS} egress","sub_text":"then {price:EGRESS} per GB"},{"about":"Cached egress","text":"{quota:CACHED_EGRESS} cached egress","sub_text":"then {price:CACHED_EGRESS} per GB"},{"about":"File storage","text":"{quota:STORAGE_SIZE} file storage","sub_text":"then {price:STORAGE_SIZE} per GB"},{"about":"Support","text":"Email support"},{"about":"Backups","text":"Daily backups stored for 7 days"},{"about":"Logs","text":"7-day log retention"},{"about":"Pausing","text":"No pausing of inactive projects"}],"footer":"Includes {compute_credits} in Compute Credits."},"team":{"price":"599","compute_credits":"10","active_projects":null,"description":"For companies that must show how they keep data safe.","includes":"pro","features":[{"about":"SOC2","text":"SOC2"},{"about":"Access roles","text":"Project-scoped and read-only access"},{"about":"HIPAA","text":"HIPAA available as paid add-on"},{"about":"Dashboard SSO","text":"SSO for the dashboard"},{"about":"Support","text":"Priority email support and SLAs"},{"about":"Backups","text":"Daily backups stored for 14 days"},{"about":"Logs","text":"28-day log retention"},{"about":"Log drains","text":"Log drains","sub_text":"additional {addon:log_drain_default} per drain, per project"}],"footer":"Includes {compute_credits} in Compute Credits."},"enterprise":{"price":null,"compute_credits":"10","active_projects":null,"description":"For large applications with terms of their own.","includes":"team","features":[{"about":"Support manager","text":"Designated support manager"},{"about":"Uptime SLAs","text":"Uptime SLAs"},{"about":"Own cloud","text":"Bring your own cloud"},{"about":"Support","text":"24x7x365 support"},{"about":"Private channel","text":"Private channel"},{"about":"Security questionnaires","text":"Custom security questionnaires"}],"contact":{"label":"Contact sales","address":"https://groundwork.example/contact/enterprise"}}},"metrics":{"COMPUTE_HOURS_BRANCH":{"measure":"hours","unit":"hours","price":"0.01344"},"DISK_SIZE_GB_HOURS_GP3":{"measure":"level","unit":"gb_hours","price":"0.000171","monthly_price":"0.125","hourly_allowance":{"units":8,"kinds":["primary","branch"]}},"DISK_SIZE_GB_HOURS_IO2":{"measure":"level","unit":"gb_hours","price":"0.000267"},"DISK_IOPS_GP3":{"measure":"level","unit":"iops_hours","price":"0.00003288","hourly_allowance":{"units":3000,"kinds":["primary","replica","branch"]}},"DISK_IOPS_IO2":{"measure":"level","unit":"iops_hours","price":"0.000163"},"DISK_THROUGHPUT_GP3":{"measure":"level","unit":"mbps_hours","price":"0.00013","hourly_allowance":{"units":125,"kinds":["primary","replica","branch"]}},"EGRESS":{"measure":"count","unit":"bytes","price":"0.09","per_units":1000000000,"quotas":{"free":5000000000,"pro":250000000000,"team":250000000000,"enterprise":250000000000}},"CACHED_EGRESS":{"measure":"count","unit":"bytes","price":"0.03","per_units":1000000000,"quotas":{"free":5000000000,"pro":250000000000,"team":250000000000,"enterprise":250000000000}},"DATABASE_SIZE":{"measure":"average","unit":"bytes","price":null,"quotas":{"free":500000000}},"STORAGE_SIZE":{"measure":"average","unit":"bytes","price":"0.021","per_units":1000000000,"quotas":{"free":1000000000,"pro":100000000000,"team":100000000000,"enterprise":100000000000}},"STORAGE_IMAGES_TRANSFORMED":{"measure":"count","unit":"count","price":"5","per_units":1000,"whole_packages":true,"quotas":{"pro":100,"team":100,"enterprise":100}},"MONTHLY_ACTIVE_USERS":{"measure":"count","unit":"count","price":"0.00325","quotas":{"free":50000,"pro":100000,"team":100000,"enterprise":100000}},"MONTHLY_ACTIVE_SSO_USERS":{"measure":"count","unit":"count","price":"0.015","quotas":{"pro":50,"team":50,"enterprise":50}},"MONTHLY_ACTIVE_THIRD_PARTY_USERS":{"measure":"count","unit":"count","price":"0.00325","quotas":{"free":50000,"pro":100000,"team":100000,"enterprise":100000}},"FUNCTION_INVOCATIONS":{"measure":"count","unit":"count","price":"2","per_units":1000000,"whole_packages":true,"quotas":{"free":500000,"pro":2000000,"team":2000000,"enterprise":2000000}},"REALTIME_MESSAGE_COUNT":{"measure":"count","unit":"count","price":"2.50","per_units":1000000,"whole_packages":true,"quotas":{"free":2000000,"pro":5000000,"team":5000000,"enterprise":5000000}},"REALTIME_PEAK_CONNECTIONS":{"measure":"peak","unit":"count","price":"10","per_units":1000,"whole_packages":true,"quotas":{"free":200,"pro":500,"team":500,"enterprise":500}},"CUSTOM_DOMAIN":{"measure":"hours","unit":"hours","price":"0.0137"},"IPV4":{"measure":"hours","unit":"hours","price":"0.0055"},"PITR_7":{"measure":"hours","unit":"hours","price":"0.137"},"PITR_14":{"measure":"hours","unit":"hours","price":"0.274"},"PITR_28":{"measure":"hours","unit":"hours","price":"0.55"},"LOG_DRAIN":{"measure":"hours","unit":"hours","price":"0.0822"},"LOG_DRAIN_EVENTS":{"measure":"count","unit":"count","price":"0.20","per_units":1000000,"whole_packages":true},"AUTH_MFA_PHONE":{"measure":"hours","unit":"hours","price":"0.0137","first_project_price":"0.1027"},"AUTH_MFA_WEB_AUTHN":{"measure":"hours","unit":"hours","price":"0"}},"compute":{"micro":{"price":"0.01344","monthly_price":"10"},"small":{"price":"0.0206","monthly_price":"15"},"medium":{"price":"0.0822","monthly_price":"60"},"large":{"price":"0.1517","monthly_price":"110"},"xlarge":{"price":"0.2877","monthly_price":"210"},"2xlarge":{"price":"0.562","monthly_price":"410"},"4xlarge":{"price":"1.32","monthly_price":"960"},"8xlarge":{"price":"2.562","monthly_price":"1870"},"12xlarge":{"price":"3.836","monthly_price":"2800"},"16xlarge":{"price":"5.12","monthly_price":"3730"},"24xlarge":{"price":null,"monthly_price":null},"24xlarge_optimized_cpu":{"price":null,"monthly_price":null},"24xlarge_optimized_memory":{"price":null,"monthly_price":null},"24xlarge_high_memory":{"price":null,"monthly_price":null},"48xlarge":{"price":null,"monthly_price":null},"48xlarge_optimized_cpu":{"price":null,"monthly_price":null},"48xlarge_optimized_memory":{"price":null,"monthly_price":null},"48xlarge_high_memory":{"price":null,"monthly_price":null}},"addons":{"cd_default":{"monthly_price":"10"},"pitr_7":{"monthly_price":"100"},"pitr_14":{"monthly_price":"200"},"pitr_28":{"monthly_price":"400"},"ipv4_default":{"monthly_price":"4"},"auth_mfa_phone_default":{"monthly_price":"75"},"auth_mfa_web_authn_default":{"monthly_price":"0"},"log_drain_default":{"monthly_price":"60"}},"spend_cap":{"covers":["DISK_SIZE_GB_HOURS_GP3","EGRESS","CACHED_EGRESS","DATABASE_SIZE","STORAGE_SIZE","STORAGE_IMAGES_TRANSFORMED","MONTHLY_ACTIVE_USERS","MONTHLY_ACTIVE_SSO_USERS","MONTHLY_ACTIVE_THIRD_PARTY_USERS","FUNCTION_INVOCATIONS","REALTIME_MESSAGE_COUNT","REALTIME_PEAK_CONNECTIONS"]}}');
--> statement-breakpoint
CREATE FUNCTION price_books_are_final() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'published price books are final: % is refused', lower(TG_OP) USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER price_books_final BEFORE DELETE OR TRUNCATE ON price_books FOR EACH STATEMENT EXECUTE FUNCTION price_books_are_final();
--> statement-breakpoint
-- Only the state of a published version changes.
CREATE TRIGGER price_books_terms BEFORE UPDATE ON price_books
  FOR EACH ROW WHEN ((OLD.id, OLD.version, OLD.effective_at, OLD.published_at, OLD.published_order, OLD.document::text)
    IS DISTINCT FROM (NEW.id, NEW.version, NEW.effective_at, NEW.published_at, NEW.published_order, NEW.document::text))
  EXECUTE FUNCTION price_books_are_final();
--> statement-breakpoint
-- A withdrawal and the start of a period cannot both succeed. On the code of a conflict, the program reads the current price book again.
CREATE FUNCTION refuse_withdrawn_book() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM 1 FROM price_books WHERE id = NEW.price_book_id AND state <> 'withdrawn' FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the price book % was withdrawn', NEW.price_book_id USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER billing_periods_book_counts BEFORE INSERT ON billing_periods
  FOR EACH ROW WHEN (NEW.price_book_id <> 'pb_2026') EXECUTE FUNCTION refuse_withdrawn_book();
--> statement-breakpoint
CREATE FUNCTION unix_seconds(moment timestamptz) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$ SELECT floor(extract(epoch FROM moment))::bigint $$;
--> statement-breakpoint
-- The only function that adds an event, with its deliveries. The lock lasts until the commit: a reader never sees a sequence number before a
-- smaller one.
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
-- Whether this transaction has recorded such an event already: several updates of a row are one change.
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
-- Imported rows, such as the history of the demo organizations, record no events.
CREATE FUNCTION events_are_on() RETURNS boolean
    LANGUAGE sql STABLE
    AS $$ SELECT coalesce(current_setting('platform.events', true), '') <> 'off' $$;
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
-- The reason is that of the staff action; null if the invoice became uncollectible without one.
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
CREATE FUNCTION record_payment_event() RETURNS trigger
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
CREATE FUNCTION record_credit_note_event() RETURNS trigger
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
-- Changes of credit, and payments without effect that are returned to the payer: these have no row in `refunds`.
CREATE FUNCTION record_ledger_event() RETURNS trigger
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
CREATE FUNCTION record_notice_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(NEW.organization_id, CASE NEW.state WHEN 'sent' THEN 'notice.sent' ELSE 'notice.failed' END, (
    SELECT jsonb_build_object('notice_id', id::text, 'kind', kind, 'to', NEW.address, 'reason', NEW.last_error)
    FROM notices WHERE organization_id = NEW.organization_id AND id = NEW.notice_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION record_budget_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(NEW.organization_id, 'budget.crossed', jsonb_build_object(
    'budget_id', NEW.budget_id, 'name', NEW.budget_name, 'thresholds', (
      SELECT jsonb_agg(jsonb_build_object('percent', each -> 'percent', 'on', each -> 'on')) FROM jsonb_array_elements(NEW.thresholds) AS each),
    'budget_cents', NEW.amount_cents, 'actual_cents', NEW.actual_cents, 'projected_cents', NEW.projected_cents));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Events are recorded at the commit: they report the final values, and no other lock is awaited while sequence numbers are assigned.
CREATE CONSTRAINT TRIGGER told_new AFTER INSERT ON organizations DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (events_are_on()) EXECUTE FUNCTION record_organization_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON organizations DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((OLD.closed_at, OLD.restriction_status) IS DISTINCT FROM (NEW.closed_at, NEW.restriction_status) AND events_are_on())
  EXECUTE FUNCTION record_organization_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON subscriptions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.* AND events_are_on()) EXECUTE FUNCTION record_subscription_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON memberships DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (events_are_on()) EXECUTE FUNCTION record_member_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told_new AFTER INSERT ON invoices DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status <> 'draft' AND events_are_on()) EXECUTE FUNCTION record_invoice_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON invoices DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND events_are_on()) EXECUTE FUNCTION record_invoice_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.invoice_id IS NOT NULL AND events_are_on() AND ((NEW.state = 'failed' AND OLD.state <> 'failed')
    OR (NEW.state = 'requires_method' AND NEW.counted_decline IS DISTINCT FROM OLD.counted_decline)))
  EXECUTE FUNCTION record_payment_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER INSERT ON credit_notes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (events_are_on()) EXECUTE FUNCTION record_credit_note_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told_new AFTER INSERT ON refunds DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.state = 'succeeded' AND events_are_on()) EXECUTE FUNCTION record_refund_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON refunds DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.state = 'succeeded' AND OLD.state <> 'succeeded' AND events_are_on()) EXECUTE FUNCTION record_refund_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told_new AFTER INSERT ON disputes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (events_are_on()) EXECUTE FUNCTION record_dispute_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON disputes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.state <> NEW.state AND events_are_on()) EXECUTE FUNCTION record_dispute_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((NEW.account = 'customer_credit' OR (NEW.account = 'unapplied' AND NEW.amount_cents > 0)) AND events_are_on())
  EXECUTE FUNCTION record_ledger_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON notice_deliveries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.state <> NEW.state AND NEW.state IN ('sent', 'refused', 'bounced') AND events_are_on())
  EXECUTE FUNCTION record_notice_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER INSERT ON budget_events DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.kind = 'crossed' AND events_are_on()) EXECUTE FUNCTION record_budget_event();
--> statement-breakpoint
-- Stores at the commit which limit stops the organization's charges, and records an event for each change. Spend cap and spending limit
-- exclude each other: `usage_billing_enabled` decides which one counts.
CREATE FUNCTION note_limits_of(of_organization integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  terms subscriptions%ROWTYPE;
  review restriction_reviews%ROWTYPE;
  reached text;
  quotas text[] := '{}';
  quota text;
  facts jsonb;
BEGIN
  SELECT * INTO terms FROM subscriptions WHERE organization_id = of_organization FOR UPDATE;
  IF terms.id IS NULL THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM organizations WHERE id = of_organization AND closed_at IS NULL) THEN
    SELECT * INTO review FROM restriction_reviews WHERE organization_id = of_organization;
    IF NOT terms.usage_billing_enabled AND review.is_cap_reached THEN
      reached := 'spend_cap';
      quotas := review.exceeded_metrics;
    ELSIF terms.usage_billing_enabled AND EXISTS (
      SELECT FROM budget_reviews WHERE organization_id = of_organization AND is_limit_reached) THEN
      reached := 'spending_limit';
    END IF;
  END IF;
  IF (reached, quotas) IS NOT DISTINCT FROM (terms.reached_limit, terms.exceeded_quotas) THEN
    RETURN;
  END IF;
  UPDATE subscriptions SET reached_limit = reached, exceeded_quotas = quotas WHERE id = terms.id AND organization_id = of_organization;
  IF NOT events_are_on() THEN
    RETURN;
  END IF;
  FOREACH quota IN ARRAY quotas LOOP
    IF NOT quota = ANY (terms.exceeded_quotas) THEN
      PERFORM record_event(of_organization, 'quota.exceeded', jsonb_build_object(
        'metric', quota, 'plan', terms.plan, 'spend_cap_on', NOT terms.usage_billing_enabled));
    END IF;
  END LOOP;
  facts := jsonb_build_object('scope', 'organization', 'window', 'cycle', 'plan', terms.plan);
  IF terms.reached_limit IS DISTINCT FROM reached THEN
    IF terms.reached_limit IS NOT NULL THEN
      PERFORM record_event(of_organization, 'limit.lifted', facts || jsonb_build_object('limit', terms.reached_limit));
    END IF;
    IF reached IS NOT NULL THEN
      PERFORM record_event(of_organization, 'limit.reached', facts || jsonb_build_object('limit', reached));
    END IF;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_limits() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note_limits_of(OLD.organization_id);
  ELSE
    PERFORM note_limits_of(NEW.organization_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_limits_of_closed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM note_limits_of(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits_new AFTER INSERT ON restriction_reviews DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.is_cap_reached) EXECUTE FUNCTION note_limits();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits AFTER UPDATE ON restriction_reviews DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((OLD.is_cap_reached, OLD.exceeded_metrics) IS DISTINCT FROM (NEW.is_cap_reached, NEW.exceeded_metrics))
  EXECUTE FUNCTION note_limits();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits_new AFTER INSERT ON budget_reviews DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.is_limit_reached) EXECUTE FUNCTION note_limits();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits AFTER UPDATE ON budget_reviews DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.is_limit_reached <> NEW.is_limit_reached) EXECUTE FUNCTION note_limits();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits_gone AFTER DELETE ON budget_reviews DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.is_limit_reached) EXECUTE FUNCTION note_limits();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits AFTER UPDATE ON subscriptions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.usage_billing_enabled <> NEW.usage_billing_enabled) EXECUTE FUNCTION note_limits();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits AFTER UPDATE ON organizations DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.closed_at IS DISTINCT FROM NEW.closed_at) EXECUTE FUNCTION note_limits_of_closed();
--> statement-breakpoint
-- The schema of pg-boss 10.4.2, statement by statement; a test compares it with the package.
CREATE SCHEMA IF NOT EXISTS pgboss;
--> statement-breakpoint
CREATE TYPE pgboss.job_state AS ENUM (
  'created',
  'retry',
  'active',
  'completed',
  'cancelled',
  'failed'
);
--> statement-breakpoint
CREATE TABLE pgboss.version (
  version int primary key,
  maintained_on timestamp with time zone,
  cron_on timestamp with time zone,
  monitored_on timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE pgboss.queue (
  name text,
  policy text,
  retry_limit int,
  retry_delay int,
  retry_backoff bool,
  expire_seconds int,
  retention_minutes int,
  dead_letter text REFERENCES pgboss.queue (name),
  partition_name text,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);
--> statement-breakpoint
CREATE TABLE pgboss.schedule (
  name text REFERENCES pgboss.queue ON DELETE CASCADE,
  cron text not null,
  timezone text,
  data jsonb,
  options jsonb,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);
--> statement-breakpoint
CREATE TABLE pgboss.subscription (
  event text not null,
  name text not null REFERENCES pgboss.queue ON DELETE CASCADE,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY(event, name)
);
--> statement-breakpoint
CREATE TABLE pgboss.job (
  id uuid not null default gen_random_uuid(),
  name text not null,
  priority integer not null default(0),
  data jsonb,
  state pgboss.job_state not null default('created'),
  retry_limit integer not null default(2),
  retry_count integer not null default(0),
  retry_delay integer not null default(0),
  retry_backoff boolean not null default false,
  start_after timestamp with time zone not null default now(),
  started_on timestamp with time zone,
  singleton_key text,
  singleton_on timestamp without time zone,
  expire_in interval not null default interval '15 minutes',
  created_on timestamp with time zone not null default now(),
  completed_on timestamp with time zone,
  keep_until timestamp with time zone NOT NULL default now() + interval '14 days',
  output jsonb,
  dead_letter text,
  policy text
) PARTITION BY LIST (name);
--> statement-breakpoint
ALTER TABLE pgboss.job ADD PRIMARY KEY (name, id);
--> statement-breakpoint
CREATE TABLE pgboss.archive (LIKE pgboss.job);
--> statement-breakpoint
ALTER TABLE pgboss.archive ADD PRIMARY KEY (name, id);
--> statement-breakpoint
ALTER TABLE pgboss.archive ADD archived_on timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
CREATE INDEX archive_i1 ON pgboss.archive(archived_on);
--> statement-breakpoint
CREATE FUNCTION pgboss.create_queue(queue_name text, options json)
RETURNS VOID AS
$$
DECLARE
  table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
  queue_created_on timestamptz;
BEGIN
  WITH q as (
  INSERT INTO pgboss.queue (
    name,
    policy,
    retry_limit,
    retry_delay,
    retry_backoff,
    expire_seconds,
    retention_minutes,
    dead_letter,
    partition_name
  )
  VALUES (
    queue_name,
    options->>'policy',
    (options->>'retryLimit')::int,
    (options->>'retryDelay')::int,
    (options->>'retryBackoff')::bool,
    (options->>'expireInSeconds')::int,
    (options->>'retentionMinutes')::int,
    options->>'deadLetter',
    table_name
  )
  ON CONFLICT DO NOTHING
  RETURNING created_on
  )
  SELECT created_on into queue_created_on from q;
  IF queue_created_on IS NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', table_name);
  EXECUTE format('ALTER TABLE pgboss.%1$I ADD PRIMARY KEY (name, id)', table_name);
  EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
  EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON pgboss.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON pgboss.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
  EXECUTE format('CREATE INDEX %1$s_i5 ON pgboss.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);
  EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
  EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', table_name, queue_name);
END;
$$
LANGUAGE plpgsql;
--> statement-breakpoint
CREATE FUNCTION pgboss.delete_queue(queue_name text)
RETURNS VOID AS
$$
DECLARE
  table_name varchar;
BEGIN
  WITH deleted as (
    DELETE FROM pgboss.queue
    WHERE name = queue_name
    RETURNING partition_name
  )
  SELECT partition_name from deleted INTO table_name;
  EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', table_name);
END;
$$
LANGUAGE plpgsql;
--> statement-breakpoint
INSERT INTO pgboss.version(version) VALUES ('24');
--> statement-breakpoint
SELECT pgboss.create_queue('dead-letters', '{"policy": "standard", "retentionMinutes": 129600}');
--> statement-breakpoint
SELECT pgboss.create_queue('gateway-events', '{"policy": "singleton", "retryLimit": 12, "retryDelay": 5, "retryBackoff": true, "expireInSeconds": 3600, "retentionMinutes": 86400, "deadLetter": "dead-letters"}');
--> statement-breakpoint
SELECT pgboss.create_queue('gateway-work', '{"policy": "singleton", "retryLimit": 12, "retryDelay": 5, "retryBackoff": true, "expireInSeconds": 3600, "retentionMinutes": 86400, "deadLetter": "dead-letters"}');
--> statement-breakpoint
SELECT pgboss.create_queue('notices', '{"policy": "singleton", "retryLimit": 12, "retryDelay": 5, "retryBackoff": true, "expireInSeconds": 3600, "retentionMinutes": 86400, "deadLetter": "dead-letters"}');
--> statement-breakpoint
SELECT pgboss.create_queue('webhooks', '{"policy": "singleton", "retryLimit": 12, "retryDelay": 5, "retryBackoff": true, "expireInSeconds": 3600, "retentionMinutes": 86400, "deadLetter": "dead-letters"}');
--> statement-breakpoint
SELECT pgboss.create_queue('schedules', '{"policy": "singleton", "retryLimit": 0, "expireInSeconds": 3600, "retentionMinutes": 60}');
--> statement-breakpoint
-- Adds a job that reads a lane of a queue at a real time. pg-boss documents adding jobs by SQL. It is 50 ms early: pg-boss takes jobs that
-- start before now, and clocks may count whole milliseconds.
CREATE FUNCTION add_job(of_queue text, lane text, due timestamptz) RETURNS void
    LANGUAGE sql
    AS $$
  INSERT INTO pgboss.job (name, data, singleton_key, start_after, keep_until, expire_in, retry_limit, retry_delay, retry_backoff,
      dead_letter, policy)
    SELECT name, jsonb_build_object('queue', name, 'lane', lane), lane, greatest(due, now()) - interval '50 milliseconds',
      greatest(due, now()) + retention_minutes * interval '1 minute', expire_seconds * interval '1 second',
      coalesce(retry_limit, 0), coalesce(retry_delay, 0), coalesce(retry_backoff, false), dead_letter, policy
    FROM pgboss.queue WHERE name = of_queue
$$;
--> statement-breakpoint
CREATE FUNCTION clock_lead() RETURNS interval
    LANGUAGE sql STABLE
    AS $$ SELECT coalesce((SELECT value::text::numeric FROM settings WHERE key = 'clock_offset_ms'), 0) * interval '1 millisecond' $$;
--> statement-breakpoint
-- Every statement that writes a waiting delivery adds a job for its lane in the same transaction: a new, repeated or postponed one.
CREATE FUNCTION wake_notices() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM add_job('notices', organization_id::text, run_after)
    FROM (SELECT DISTINCT organization_id, run_after FROM changed WHERE state = 'queued' AND held_by IS NULL) AS waiting;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Deliveries use the platform's clock, jobs the clock of the database.
CREATE FUNCTION wake_webhooks() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM add_job('webhooks', endpoint_id, next_attempt_at - clock_lead())
    FROM (SELECT DISTINCT endpoint_id, next_attempt_at FROM changed WHERE state = 'pending' AND held_by IS NULL) AS waiting;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION wake_gateway_events() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM add_job('gateway-events', object_id, run_after)
    FROM (SELECT DISTINCT object_id, run_after FROM changed WHERE processed_at IS NULL AND held_by IS NULL) AS waiting;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION wake_gateway_work() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM add_job('gateway-work', organization_id::text, run_after)
    FROM (SELECT DISTINCT organization_id, run_after FROM changed WHERE state = 'pending' AND held_by IS NULL) AS waiting;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wakes_on_insert AFTER INSERT ON notice_deliveries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_notices();
--> statement-breakpoint
CREATE TRIGGER wakes_on_update AFTER UPDATE ON notice_deliveries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_notices();
--> statement-breakpoint
CREATE TRIGGER wakes_on_insert AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_webhooks();
--> statement-breakpoint
CREATE TRIGGER wakes_on_update AFTER UPDATE ON webhook_deliveries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_webhooks();
--> statement-breakpoint
CREATE TRIGGER wakes_on_insert AFTER INSERT ON gateway_events REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_gateway_events();
--> statement-breakpoint
CREATE TRIGGER wakes_on_update AFTER UPDATE ON gateway_events REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_gateway_events();
--> statement-breakpoint
CREATE TRIGGER wakes_on_insert AFTER INSERT ON outbox REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_gateway_work();
--> statement-breakpoint
CREATE TRIGGER wakes_on_update AFTER UPDATE ON outbox REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION wake_gateway_work();
--> statement-breakpoint
-- For rows that were written while triggers were off. A lane in the queue of dead letters is left to an operator.
CREATE FUNCTION add_missing_jobs() RETURNS void
    LANGUAGE sql
    AS $$
  WITH due AS (
    SELECT DISTINCT 'notices' AS queue, organization_id::text AS lane FROM notice_deliveries WHERE state = 'queued' AND run_after <= now()
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
