-- Rows that arrive with every request and every batch of usage lie in partitions by organization. Every unique rule, index, reference and
-- trigger has its name from before, and the columns their order, so the version before goes on without noticing.
-- Takes at once all that this migration and those after it need, and lets go of it where one table is in use: whoever waits for a lock while
-- it holds another could stop a request, or be stopped. Waits for what is under way, and holds up what comes until the rows are copied.
DO $$
DECLARE
  usual text := current_setting('lock_timeout');
BEGIN
  -- Shorter than the time after which the database looks for a deadlock.
  PERFORM set_config('lock_timeout', '100ms', true);
  FOR attempt IN 1..3000 LOOP
    BEGIN
      LOCK TABLE
        organizations, projects, usage_records, idempotency_keys, approvals, billing_periods, budget_crossings, budget_events,
        captcha_tokens, changes, collections, credit_notes, customers, disputes, feedback, job_failures, late_invoices,
        member_logins, members, notice_addresses, notice_deliveries, outbox, payment_methods, payments, quotes, refunds,
        resource_spans, sessions, setup_intents, staff_actions, top_ups, webhook_deliveries
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
-- beside the version before: it knows the table by its old name, which the table that follows has at the commit
ALTER TABLE usage_records RENAME TO usage_records_before;
--> statement-breakpoint
CREATE TABLE usage_records (LIKE usage_records_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (organization_id);
--> statement-breakpoint
DO $$
BEGIN
  FOR place IN 0..15 LOOP
    EXECUTE format('CREATE TABLE usage_records_of_%s PARTITION OF usage_records FOR VALUES WITH (MODULUS 16, REMAINDER %s)', place, place);
  END LOOP;
END $$;
--> statement-breakpoint
INSERT INTO usage_records SELECT * FROM usage_records_before;
--> statement-breakpoint
-- beside the version before: every row of it has been copied in this transaction
DROP TABLE usage_records_before;
--> statement-breakpoint
-- beside the version before: the same rule that the table had, on the same rows
ALTER TABLE usage_records ADD CONSTRAINT usage_records_organization_id_record_id_pk PRIMARY KEY (organization_id, record_id);
--> statement-breakpoint
-- beside the version before: the same rule that the table had, on the same rows
CREATE UNIQUE INDEX one_correction_of_a_record ON usage_records (organization_id, replaces) WHERE replaces IS NOT NULL;
--> statement-breakpoint
CREATE INDEX usage_record_spans ON usage_records (organization_id, until_seconds) WHERE until_seconds IS NOT NULL;
--> statement-breakpoint
CREATE INDEX usage_records_by_age ON usage_records USING brin (from_seconds);
--> statement-breakpoint
CREATE INDEX usage_records_by_time ON usage_records (project_id, from_seconds);
--> statement-breakpoint
CREATE INDEX usage_records_of_phone_mfa ON usage_records (project_id, from_seconds) WHERE metric = 'AUTH_MFA_PHONE';
--> statement-breakpoint
ALTER TABLE usage_records ADD CONSTRAINT usage_record_of_project FOREIGN KEY (project_id, organization_id)
  REFERENCES projects (id, organization_id) ON DELETE CASCADE;
--> statement-breakpoint
CREATE TRIGGER usage_records_refill AFTER INSERT ON usage_records REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refill_empty_periods();
--> statement-breakpoint
CREATE TRIGGER usage_records_refill_changed AFTER UPDATE ON usage_records REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refill_empty_periods();
--> statement-breakpoint
ANALYZE usage_records;
--> statement-breakpoint
-- beside the version before: it knows the table by its old name, which the table that follows has at the commit
ALTER TABLE idempotency_keys RENAME TO idempotency_keys_before;
--> statement-breakpoint
CREATE TABLE idempotency_keys (LIKE idempotency_keys_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (organization_id);
--> statement-breakpoint
DO $$
BEGIN
  FOR place IN 0..15 LOOP
    EXECUTE format('CREATE TABLE idempotency_keys_of_%s PARTITION OF idempotency_keys FOR VALUES WITH (MODULUS 16, REMAINDER %s)', place, place);
  END LOOP;
END $$;
--> statement-breakpoint
INSERT INTO idempotency_keys SELECT * FROM idempotency_keys_before;
--> statement-breakpoint
-- beside the version before: every row of it has been copied in this transaction
DROP TABLE idempotency_keys_before;
--> statement-breakpoint
-- beside the version before: the same rule that the table had, on the same rows
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_organization_id_key_pk PRIMARY KEY (organization_id, key);
--> statement-breakpoint
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
--> statement-breakpoint
CREATE INDEX idempotency_keys_held ON idempotency_keys (process_id) WHERE state = 'in_progress';
--> statement-breakpoint
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_organization_id_organizations_id_fk FOREIGN KEY (organization_id)
  REFERENCES organizations (id) ON DELETE CASCADE;
--> statement-breakpoint
ANALYZE idempotency_keys;
