ALTER TABLE "customers" ADD COLUMN IF NOT EXISTS "po_number" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN IF NOT EXISTS "buyer_reference" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN IF NOT EXISTS "next_po_number" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN IF NOT EXISTS "next_buyer_reference" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN IF NOT EXISTS "po_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN IF NOT EXISTS "usage_closed_at" timestamp with time zone;--> statement-breakpoint
CREATE OR REPLACE TRIGGER audited AFTER UPDATE ON customers
  FOR EACH ROW
  EXECUTE FUNCTION write_audit('billing_details', 'organization_id', 'billing_name', 'line1', 'line2', 'city', 'state', 'postal_code',
    'country', 'tax_id_type', 'tax_id_value', 'tax_id_country', 'po_number', 'buyer_reference', 'next_po_number', 'next_buyer_reference',
    'po_required');
--> statement-breakpoint
-- As before, with the purchase order number and the buyer reference of the invoice.
CREATE OR REPLACE FUNCTION record_invoice_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  was text := 'draft';
  facts jsonb := jsonb_build_object(
    'invoice_id', NEW.id, 'number', NEW.number, 'kind', NEW.kind, 'status', NEW.status, 'subtotal_cents', NEW.subtotal_cents,
    'amount_due_cents', NEW.amount_due_cents, 'period_start', unix_seconds(NEW.period_start), 'period_end', unix_seconds(NEW.period_end),
    'due_at', unix_seconds(NEW.due_at), 'po_number', NEW.billed_to ->> 'po_number', 'buyer_reference', NEW.billed_to ->> 'buyer_reference');
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
