ALTER TABLE "credit_notes" ADD COLUMN IF NOT EXISTS "number" text;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN IF NOT EXISTS "billed_to" jsonb;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN IF NOT EXISTS "seller" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN IF NOT EXISTS "credit_notes_numbered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- beside the version before: older processes write no number, and any count of nulls is allowed
CREATE UNIQUE INDEX IF NOT EXISTS "credit_note_number_once" ON "credit_notes" USING btree ("organization_id","number");--> statement-breakpoint
-- As before, with the number of the credit note.
CREATE OR REPLACE FUNCTION record_credit_note_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(NEW.organization_id, 'invoice.credited', (
    SELECT jsonb_build_object(
      'invoice_id', id, 'number', number, 'credit_note_id', NEW.id, 'credit_note_number', NEW.number, 'amount_cents', NEW.amount_cents,
      'balance_cents', NEW.balance_cents, 'amount_due_cents', amount_due_cents, 'reason', NEW.reason)
    FROM invoices WHERE organization_id = NEW.organization_id AND id = NEW.invoice_id));
  RETURN NULL;
END $$;
