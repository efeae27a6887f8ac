-- The ledger is append-only: a correction is a new transaction.
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % of % is refused', lower(TG_OP), TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
-- At commit, each transaction has exactly its entries and they sum to zero. Entries added later break the count.
CREATE FUNCTION ledger_balances(checked bigint) RETURNS void LANGUAGE plpgsql AS $$
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
CREATE FUNCTION ledger_transaction_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger_balances(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION ledger_entry_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger_balances(NEW.transaction_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_transaction_balances AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transaction_balances();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entry_balances AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_balances();
--> statement-breakpoint
-- The number of an organization's invoices, kept with every change of them.
CREATE FUNCTION count_added_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invoice_counts (organization_id, count)
    SELECT organization_id, count(*) FROM added GROUP BY organization_id ORDER BY organization_id
    ON CONFLICT (organization_id) DO UPDATE SET count = invoice_counts.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_removed_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
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
