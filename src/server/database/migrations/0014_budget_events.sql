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
CREATE CONSTRAINT TRIGGER told AFTER INSERT ON budget_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind = 'crossed' AND events_are_on()) EXECUTE FUNCTION record_budget_event();
--> statement-breakpoint
-- Why the staff gave an invoice up; null where it was unpaid for too long.
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
        WHERE invoice_id = NEW.id AND kind = CASE NEW.status WHEN 'void' THEN 'forgive' ELSE 'write_off' END
        ORDER BY place DESC LIMIT 1)));
  END IF;
  RETURN NULL;
END $$;
