-- Keys and references of rows of an organization name it, and the three tables that had no column for it get one. A key begins with the id,
-- so that a lookup by the id alone stays one of the index. Ids are random, or counted by one sequence: they stay different without a rule.
-- The version before names none of these keys in ON CONFLICT, and writes rows of one organization with ids of the same.
-- Takes at once all that this migration needs, and lets go of it where one table is in use, as 0019 does.
DO $$
DECLARE
  usual text := current_setting('lock_timeout');
BEGIN
  -- Shorter than the time after which the database looks for a deadlock.
  PERFORM set_config('lock_timeout', '100ms', true);
  FOR attempt IN 1..3000 LOOP
    BEGIN
      LOCK TABLE
        approvals, audit_entries, billing_periods, budget_crossings, budget_events, budgets, captcha_tokens, changes, collections,
        credit_notes, discounts, disputes, feedback, invoice_lines, invoices, late_invoices, ledger_entries, ledger_transactions,
        notice_deliveries, notices, organizations, outbox, payments, platform_events, project_addons, project_replicas, projects,
        quotes, refunds, resource_spans, scripted_faults, setup_intents, staff_actions, subscriptions, top_ups, webhook_deliveries
        IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      IF attempt = 3000 THEN RAISE; END IF;
      PERFORM pg_sleep(random() * 0.1);
    END;
  END LOOP;
  PERFORM set_config('lock_timeout', usual, true);
END $$;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE billing_periods
  DROP CONSTRAINT billing_periods_fee_invoice_id_invoices_id_fk,
  DROP CONSTRAINT billing_periods_invoice_id_invoices_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE budget_crossings
  DROP CONSTRAINT budget_crossings_budget_id_budgets_id_fk,
  DROP CONSTRAINT budget_crossings_event_id_budget_events_id_fk,
  DROP CONSTRAINT budget_crossings_period_id_billing_periods_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE changes
  DROP CONSTRAINT changes_from_invoice_id_invoices_id_fk,
  DROP CONSTRAINT changes_invoice_id_invoices_id_fk,
  DROP CONSTRAINT changes_usage_invoice_id_invoices_id_fk,
  DROP CONSTRAINT change_of_quote;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE collections  DROP CONSTRAINT collections_invoice_id_invoices_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE credit_notes
  DROP CONSTRAINT credit_notes_change_id_changes_id_fk,
  DROP CONSTRAINT credit_notes_invoice_id_invoices_id_fk,
  DROP CONSTRAINT credit_notes_period_id_billing_periods_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE disputes  DROP CONSTRAINT disputes_payment_id_payments_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE invoice_lines  DROP CONSTRAINT invoice_lines_invoice_id_invoices_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE late_invoices  DROP CONSTRAINT late_invoices_invoice_id_invoices_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE ledger_entries  DROP CONSTRAINT ledger_entry_of_transaction;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE notice_deliveries  DROP CONSTRAINT notice_deliveries_notice_id_notices_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE payments
  DROP CONSTRAINT payments_invoice_id_invoices_id_fk,
  DROP CONSTRAINT payment_of_change,
  DROP CONSTRAINT payment_of_top_up;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE project_addons  DROP CONSTRAINT project_addons_project_id_projects_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE project_replicas  DROP CONSTRAINT project_replicas_project_id_projects_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE projects  DROP CONSTRAINT projects_parent_id_projects_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE refunds  DROP CONSTRAINT refunds_payment_id_payments_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE staff_actions
  DROP CONSTRAINT staff_actions_approval_id_approvals_id_fk,
  DROP CONSTRAINT staff_actions_invoice_id_invoices_id_fk,
  DROP CONSTRAINT staff_actions_payment_id_payments_id_fk;
--> statement-breakpoint
-- beside the version before: it names no reference, and the same with the organization follows below
ALTER TABLE webhook_deliveries  DROP CONSTRAINT webhook_deliveries_event_id_platform_events_id_fk;
--> statement-breakpoint
-- beside the version before: a table that every node has refers to none that is spread; retention removes these rows
ALTER TABLE captcha_tokens DROP CONSTRAINT captcha_tokens_organization_id_organizations_id_fk;
--> statement-breakpoint
-- beside the version before: a table that every node has refers to none that is spread; retention removes these rows
ALTER TABLE scripted_faults DROP CONSTRAINT scripted_faults_organization_id_organizations_id_fk;
--> statement-breakpoint
-- beside the version before: the key below is the same rule
ALTER TABLE changes DROP CONSTRAINT change_of_organization;
--> statement-breakpoint
-- beside the version before: the key below is the same rule
ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transaction_of_organization;
--> statement-breakpoint
-- beside the version before: the key below is the same rule
ALTER TABLE quotes DROP CONSTRAINT quote_of_organization;
--> statement-breakpoint
-- beside the version before: the key below is the same rule
ALTER TABLE top_ups DROP CONSTRAINT top_up_of_organization;
--> statement-breakpoint
-- The version before writes these rows without their organization, as part of a row that has one.
CREATE FUNCTION fill_organization() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_TABLE_NAME = 'invoice_lines' THEN
    SELECT organization_id INTO NEW.organization_id FROM invoices WHERE id = NEW.invoice_id;
  ELSIF TG_TABLE_NAME = 'project_addons' THEN
    SELECT organization_id INTO NEW.organization_id FROM projects WHERE id = NEW.project_id;
  ELSE
    SELECT organization_id INTO NEW.organization_id FROM budgets WHERE id = NEW.budget_id;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- beside the version before: it names the key in no statement, and the wider one follows
ALTER TABLE invoice_lines DROP CONSTRAINT invoice_lines_invoice_id_position_pk;
--> statement-breakpoint
ALTER TABLE invoice_lines ADD COLUMN organization_id integer;
--> statement-breakpoint
UPDATE invoice_lines AS part SET organization_id = whole.organization_id FROM invoices AS whole WHERE whole.id = part.invoice_id;
--> statement-breakpoint
-- beside the version before: the trigger below fills the column for it
ALTER TABLE invoice_lines ALTER COLUMN organization_id SET NOT NULL;
--> statement-breakpoint
CREATE TRIGGER organization_filled BEFORE INSERT ON invoice_lines FOR EACH ROW WHEN (NEW.organization_id IS NULL) EXECUTE FUNCTION fill_organization();
--> statement-breakpoint
ALTER TABLE project_addons ADD COLUMN organization_id integer;
--> statement-breakpoint
UPDATE project_addons AS part SET organization_id = whole.organization_id FROM projects AS whole WHERE whole.id = part.project_id;
--> statement-breakpoint
-- beside the version before: the trigger below fills the column for it
ALTER TABLE project_addons ALTER COLUMN organization_id SET NOT NULL;
--> statement-breakpoint
CREATE TRIGGER organization_filled BEFORE INSERT ON project_addons FOR EACH ROW WHEN (NEW.organization_id IS NULL) EXECUTE FUNCTION fill_organization();
--> statement-breakpoint
-- beside the version before: it names the key in no statement, and the wider one follows
ALTER TABLE budget_crossings DROP CONSTRAINT budget_crossings_budget_id_version_period_id_percent_on_pk;
--> statement-breakpoint
ALTER TABLE budget_crossings ADD COLUMN organization_id integer;
--> statement-breakpoint
UPDATE budget_crossings AS part SET organization_id = whole.organization_id FROM budgets AS whole WHERE whole.id = part.budget_id;
--> statement-breakpoint
-- beside the version before: the trigger below fills the column for it
ALTER TABLE budget_crossings ALTER COLUMN organization_id SET NOT NULL;
--> statement-breakpoint
CREATE TRIGGER organization_filled BEFORE INSERT ON budget_crossings FOR EACH ROW WHEN (NEW.organization_id IS NULL) EXECUTE FUNCTION fill_organization();
--> statement-breakpoint
CREATE INDEX addons_of_organization ON project_addons USING btree (organization_id);
--> statement-breakpoint
-- beside the version before: lines of one place of an invoice were unique before
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_pkey PRIMARY KEY (invoice_id, position, organization_id);
--> statement-breakpoint
-- beside the version before: crossings of one threshold were unique before
ALTER TABLE budget_crossings ADD CONSTRAINT budget_crossings_pkey PRIMARY KEY (budget_id, version, period_id, percent, "on", organization_id);
--> statement-breakpoint
-- An operator of a large database makes these indexes beforehand, concurrently: see deploy/README.md.
DO $$
DECLARE
  one text;
BEGIN
  FOREACH one IN ARRAY ARRAY[
    'approvals', 'audit_entries', 'billing_periods', 'budget_events', 'budgets', 'changes', 'credit_notes', 'discounts',
    'disputes', 'feedback', 'invoices', 'late_invoices', 'ledger_entries', 'ledger_transactions', 'notice_deliveries', 'notices',
    'outbox', 'payments', 'platform_events', 'quotes', 'refunds', 'resource_spans', 'setup_intents', 'staff_actions',
    'subscriptions', 'top_ups', 'webhook_deliveries'
  ] LOOP
    EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I (id, organization_id)', one || '_with_organization', one);
-- beside the version before: it names the key in no statement, and the index above is the wider rule
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', one, one || '_pkey');
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY USING INDEX %I', one, one || '_pkey', one || '_with_organization');
  END LOOP;
END $$;
--> statement-breakpoint
-- beside the version before: the index that follows is the same rule, and has been there before
ALTER TABLE projects DROP CONSTRAINT projects_pkey;
--> statement-breakpoint
-- beside the version before: the index has been there before, with references to it
ALTER TABLE projects ADD CONSTRAINT projects_pkey PRIMARY KEY USING INDEX projects_of_organization;
--> statement-breakpoint
ALTER TABLE billing_periods
  ADD CONSTRAINT period_fee_invoice FOREIGN KEY (fee_invoice_id, organization_id) REFERENCES invoices (id, organization_id),
  ADD CONSTRAINT period_invoice FOREIGN KEY (invoice_id, organization_id) REFERENCES invoices (id, organization_id);
--> statement-breakpoint
ALTER TABLE budget_crossings
  ADD CONSTRAINT crossing_of_budget FOREIGN KEY (budget_id, organization_id) REFERENCES budgets (id, organization_id) ON DELETE CASCADE,
  ADD CONSTRAINT crossing_of_event FOREIGN KEY (event_id, organization_id) REFERENCES budget_events (id, organization_id) ON DELETE CASCADE,
  ADD CONSTRAINT crossing_in_period FOREIGN KEY (period_id, organization_id) REFERENCES billing_periods (id, organization_id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE changes
  ADD CONSTRAINT change_from_invoice FOREIGN KEY (from_invoice_id, organization_id) REFERENCES invoices (id, organization_id),
  ADD CONSTRAINT change_invoice FOREIGN KEY (invoice_id, organization_id) REFERENCES invoices (id, organization_id),
  ADD CONSTRAINT change_usage_invoice FOREIGN KEY (usage_invoice_id, organization_id) REFERENCES invoices (id, organization_id),
  ADD CONSTRAINT change_of_quote FOREIGN KEY (quote_id, organization_id) REFERENCES quotes (id, organization_id);
--> statement-breakpoint
ALTER TABLE collections
  ADD CONSTRAINT collection_of_invoice FOREIGN KEY (invoice_id, organization_id) REFERENCES invoices (id, organization_id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE credit_notes
  ADD CONSTRAINT credit_note_of_change FOREIGN KEY (change_id, organization_id) REFERENCES changes (id, organization_id),
  ADD CONSTRAINT credit_note_of_invoice FOREIGN KEY (invoice_id, organization_id) REFERENCES invoices (id, organization_id) ON DELETE CASCADE,
  ADD CONSTRAINT credit_note_of_period FOREIGN KEY (period_id, organization_id) REFERENCES billing_periods (id, organization_id);
--> statement-breakpoint
ALTER TABLE disputes
  ADD CONSTRAINT dispute_of_payment FOREIGN KEY (payment_id, organization_id) REFERENCES payments (id, organization_id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE invoice_lines
  ADD CONSTRAINT line_of_invoice FOREIGN KEY (invoice_id, organization_id) REFERENCES invoices (id, organization_id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE late_invoices
  ADD CONSTRAINT late_invoice_as_invoice FOREIGN KEY (invoice_id, organization_id) REFERENCES invoices (id, organization_id);
--> statement-breakpoint
ALTER TABLE ledger_entries
  ADD CONSTRAINT ledger_entry_of_transaction FOREIGN KEY (transaction_id, organization_id) REFERENCES ledger_transactions (id, organization_id);
--> statement-breakpoint
ALTER TABLE notice_deliveries
  ADD CONSTRAINT delivery_of_notice FOREIGN KEY (notice_id, organization_id) REFERENCES notices (id, organization_id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE payments
  ADD CONSTRAINT payment_of_invoice FOREIGN KEY (invoice_id, organization_id) REFERENCES invoices (id, organization_id),
  ADD CONSTRAINT payment_of_change FOREIGN KEY (change_id, organization_id) REFERENCES changes (id, organization_id),
  ADD CONSTRAINT payment_of_top_up FOREIGN KEY (top_up_id, organization_id) REFERENCES top_ups (id, organization_id);
--> statement-breakpoint
ALTER TABLE project_addons
  ADD CONSTRAINT addon_of_project FOREIGN KEY (project_id, organization_id) REFERENCES projects (id, organization_id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE project_replicas
  ADD CONSTRAINT replica_of_project FOREIGN KEY (project_id, organization_id) REFERENCES projects (id, organization_id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE projects
  ADD CONSTRAINT branch_of_project FOREIGN KEY (parent_id, organization_id) REFERENCES projects (id, organization_id);
--> statement-breakpoint
ALTER TABLE refunds
  ADD CONSTRAINT refund_of_payment FOREIGN KEY (payment_id, organization_id) REFERENCES payments (id, organization_id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE staff_actions
  ADD CONSTRAINT staff_action_of_approval FOREIGN KEY (approval_id, organization_id) REFERENCES approvals (id, organization_id),
  ADD CONSTRAINT staff_action_on_invoice FOREIGN KEY (invoice_id, organization_id) REFERENCES invoices (id, organization_id) ON DELETE CASCADE,
  ADD CONSTRAINT staff_action_on_payment FOREIGN KEY (payment_id, organization_id) REFERENCES payments (id, organization_id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE webhook_deliveries
  ADD CONSTRAINT delivery_of_event FOREIGN KEY (event_id, organization_id) REFERENCES platform_events (id, organization_id) ON DELETE CASCADE;
--> statement-breakpoint
-- An add-on has an organization of its own now.
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
ANALYZE budget_crossings, invoice_lines, project_addons;
