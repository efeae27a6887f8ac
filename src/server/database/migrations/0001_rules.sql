-- What the tables alone cannot say: steps of states, rules of the ledger, counts, the audit log.
CREATE TABLE state_steps (
    entity text NOT NULL,
    from_state text NOT NULL,
    to_state text NOT NULL
);
--> statement-breakpoint
ALTER TABLE ONLY state_steps
    ADD CONSTRAINT state_steps_pkey PRIMARY KEY (entity, from_state, to_state);
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
  ('disputes', 'lost', 'won');
--> statement-breakpoint
CREATE FUNCTION audit_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only: % is refused', lower(TG_OP) USING ERRCODE = 'restrict_violation';
END $$;
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
CREATE FUNCTION ledger_balances(checked bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  expected smallint;
  found bigint;
  total numeric;
BEGIN
  SELECT entry_count INTO expected FROM ledger_transactions WHERE id = checked;
  SELECT count(*), coalesce(sum(amount_cents), 0) INTO found, total FROM ledger_entries WHERE transaction_id = checked;
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
  PERFORM ledger_balances(NEW.transaction_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION ledger_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % of % is refused', lower(TG_OP), TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION ledger_transaction_balances() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM ledger_balances(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION refill_empty_periods() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE billing_periods SET is_empty = false WHERE id IN (
    SELECT period.id FROM billing_periods AS period
    WHERE period.is_empty AND EXISTS (
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
CREATE FUNCTION refuse_other_terms() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'the terms of % % are fixed', TG_TABLE_NAME, OLD.id USING ERRCODE = 'restrict_violation';
END $$;
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
CREATE FUNCTION tell_access_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('access_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_session_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('access_changed', CASE WHEN (SELECT count(*) FROM gone) = 1 THEN (SELECT token_hash FROM gone) ELSE '' END)
    WHERE EXISTS (SELECT 1 FROM gone);
  RETURN NULL;
END $$;
--> statement-breakpoint
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
  INSERT INTO audit_entries (organization_id, at, member_id, username, call, request_id, caller_request_id, what, subject, before, after)
    SELECT (whole ->> CASE TG_TABLE_NAME WHEN 'organizations' THEN 'id' ELSE 'organization_id' END)::integer,
      now() + ahead * interval '1 millisecond',
      (actor ->> 'member')::integer, actor ->> 'username', actor ->> 'call', actor ->> 'request', actor ->> 'callerRequest',
      TG_ARGV[0], whole ->> TG_ARGV[1],
      jsonb_strip_nulls(jsonb_object_agg(name, was -> name)), jsonb_strip_nulls(jsonb_object_agg(name, becomes -> name))
    FROM unnest(TG_ARGV[2:TG_NARGS - 1]) AS name
    WHERE coalesce(was -> name, 'null') IS DISTINCT FROM coalesce(becomes -> name, 'null')
    HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON changes FOR EACH ROW EXECUTE FUNCTION write_audit('plan_change', 'id', 'state', 'tier', 'charge_cents', 'failure_reason');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT ON credit_notes FOR EACH ROW EXECUTE FUNCTION write_audit('credit_note', 'id', 'invoice_id', 'amount_cents', 'balance_cents', 'reason');
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION write_audit('billing_details', 'organization_id', 'billing_name', 'line1', 'line2', 'city', 'state', 'postal_code', 'country', 'tax_id_type', 'tax_id_value', 'tax_id_country');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON disputes FOR EACH ROW EXECUTE FUNCTION write_audit('dispute', 'id', 'state', 'source', 'amount_cents', 'held_cents');
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION write_audit('invoice', 'id', 'status', 'amount_due_cents');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON late_invoices FOR EACH ROW EXECUTE FUNCTION write_audit('late_invoice', 'id', 'state', 'amount_cents', 'closes_at', 'invoice_id');
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION write_audit('organization', 'slug', 'name', 'billing_email', 'additional_billing_emails', 'opt_in_tags', 'disabled_features', 'billing_partner', 'restriction_status');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON payment_methods FOR EACH ROW EXECUTE FUNCTION write_audit('card', 'id', 'state', 'is_default', 'brand', 'last4');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION write_audit('refund', 'id', 'state', 'source', 'amount_cents', 'credit_cents', 'reason');
--> statement-breakpoint
CREATE TRIGGER audited AFTER UPDATE ON subscriptions FOR EACH ROW EXECUTE FUNCTION write_audit('subscription', 'id', 'plan', 'usage_billing_enabled', 'payment_method_type', 'contract', 'scheduled_at', 'scheduled_plan', 'scheduled_usage_billing');
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON top_ups FOR EACH ROW EXECUTE FUNCTION write_audit('top_up', 'id', 'state', 'amount_cents');
--> statement-breakpoint
CREATE TRIGGER changes_steps BEFORE UPDATE OF state ON changes FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER changes_terms BEFORE UPDATE ON changes FOR EACH ROW WHEN (((((((((old.organization_id IS DISTINCT FROM new.organization_id) OR (old.quote_id IS DISTINCT FROM new.quote_id)) OR (old.tier IS DISTINCT FROM new.tier)) OR (old.effective_at IS DISTINCT FROM new.effective_at)) OR (old.plan_price_cents IS DISTINCT FROM new.plan_price_cents)) OR (old.unused_cents IS DISTINCT FROM new.unused_cents)) OR (old.balance_applied_cents IS DISTINCT FROM new.balance_applied_cents)) OR (old.charge_cents IS DISTINCT FROM new.charge_cents))) EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER credit_notes_terms BEFORE UPDATE ON credit_notes FOR EACH ROW EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER disputes_steps BEFORE UPDATE OF state ON disputes FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER disputes_terms BEFORE UPDATE ON disputes FOR EACH ROW WHEN (((((old.organization_id IS DISTINCT FROM new.organization_id) OR (old.payment_id IS DISTINCT FROM new.payment_id)) OR (old.source IS DISTINCT FROM new.source)) OR (old.amount_cents IS DISTINCT FROM new.amount_cents))) EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER invoices_added AFTER INSERT ON invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_invoices();
--> statement-breakpoint
CREATE TRIGGER invoices_removed AFTER DELETE ON invoices REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_invoices();
--> statement-breakpoint
CREATE TRIGGER invoices_tally_added AFTER INSERT ON invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_added_invoices();
--> statement-breakpoint
CREATE TRIGGER invoices_tally_changed AFTER UPDATE ON invoices REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_invoices();
--> statement-breakpoint
CREATE TRIGGER invoices_tally_removed AFTER DELETE ON invoices REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_removed_invoices();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entry_balances AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_balances();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_transaction_balances AFTER INSERT ON ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transaction_balances();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER members_changed AFTER DELETE OR UPDATE OR TRUNCATE ON members FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
--> statement-breakpoint
CREATE TRIGGER memberships_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON memberships FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
--> statement-breakpoint
CREATE TRIGGER organizations_changed AFTER UPDATE OF id, slug ON organizations FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
--> statement-breakpoint
CREATE TRIGGER organizations_removed AFTER DELETE OR TRUNCATE ON organizations FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
--> statement-breakpoint
CREATE TRIGGER payment_methods_steps BEFORE UPDATE OF state ON payment_methods FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER payments_steps BEFORE UPDATE OF state ON payments FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER payments_terms BEFORE UPDATE ON payments FOR EACH ROW WHEN ((((((((((((old.organization_id IS DISTINCT FROM new.organization_id) OR (old.change_id IS DISTINCT FROM new.change_id)) OR (old.top_up_id IS DISTINCT FROM new.top_up_id)) OR (old.invoice_id IS DISTINCT FROM new.invoice_id)) OR (old.attempt IS DISTINCT FROM new.attempt)) OR (old.key IS DISTINCT FROM new.key)) OR (old.channel IS DISTINCT FROM new.channel)) OR (old.amount_cents IS DISTINCT FROM new.amount_cents)) OR (old.method_id IS DISTINCT FROM new.method_id)) OR (old.keeps_method IS DISTINCT FROM new.keeps_method)) OR (old.off_session IS DISTINCT FROM new.off_session))) EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER refunds_steps BEFORE UPDATE OF state ON refunds FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER refunds_terms BEFORE UPDATE ON refunds FOR EACH ROW WHEN ((((((old.organization_id IS DISTINCT FROM new.organization_id) OR (old.payment_id IS DISTINCT FROM new.payment_id)) OR (old.source IS DISTINCT FROM new.source)) OR (old.amount_cents IS DISTINCT FROM new.amount_cents)) OR (old.credit_cents IS DISTINCT FROM new.credit_cents))) EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER resource_spans_refill AFTER INSERT ON resource_spans REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refill_empty_periods();
--> statement-breakpoint
CREATE TRIGGER resource_spans_refill_changed AFTER UPDATE ON resource_spans REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refill_empty_periods();
--> statement-breakpoint
CREATE TRIGGER sessions_changed AFTER UPDATE ON sessions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_session_changed();
--> statement-breakpoint
CREATE TRIGGER sessions_emptied AFTER TRUNCATE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
--> statement-breakpoint
CREATE TRIGGER sessions_removed AFTER DELETE ON sessions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tell_session_changed();
--> statement-breakpoint
CREATE TRIGGER top_ups_steps BEFORE UPDATE OF state ON top_ups FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER top_ups_terms BEFORE UPDATE ON top_ups FOR EACH ROW WHEN (((old.organization_id IS DISTINCT FROM new.organization_id) OR (old.amount_cents IS DISTINCT FROM new.amount_cents))) EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER usage_records_refill AFTER INSERT ON usage_records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refill_empty_periods();
--> statement-breakpoint
CREATE TRIGGER usage_records_refill_changed AFTER UPDATE ON usage_records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refill_empty_periods();
