CREATE TABLE IF NOT EXISTS "invoice_corrections" (
	"organization_id" integer NOT NULL,
	"invoice_id" text NOT NULL,
	"position" integer NOT NULL,
	"corrected_number" text NOT NULL,
	"credit_note_number" text NOT NULL,
	"billed_to" jsonb NOT NULL,
	"seller" jsonb,
	"corrected_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_corrections_pkey" PRIMARY KEY("invoice_id","position","organization_id"),
	CONSTRAINT "correction_position" CHECK ("invoice_corrections"."position" > 0)
);
--> statement-breakpoint
ALTER TABLE "invoice_corrections" ADD CONSTRAINT "correction_of_invoice" FOREIGN KEY ("invoice_id","organization_id") REFERENCES "public"."invoices"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "corrected_number_once" ON "invoice_corrections" USING btree ("organization_id","corrected_number");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "correcting_note_once" ON "invoice_corrections" USING btree ("organization_id","credit_note_number");--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_other_correction() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'correction % of % is fixed', OLD.position, OLD.invoice_id USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoice_corrections_terms BEFORE UPDATE ON invoice_corrections
  FOR EACH ROW EXECUTE FUNCTION refuse_other_correction();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audited AFTER INSERT ON invoice_corrections
  FOR EACH ROW EXECUTE FUNCTION write_audit('invoice', 'invoice_id', 'corrected_number', 'credit_note_number');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_invoice_correction_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(NEW.organization_id, 'invoice.corrected', (
    SELECT jsonb_build_object(
      'invoice_id', id, 'number', number, 'corrected_number', NEW.corrected_number, 'credit_note_number', NEW.credit_note_number,
      'subtotal_cents', subtotal_cents)
    FROM invoices WHERE organization_id = NEW.organization_id AND id = NEW.invoice_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER INSERT ON invoice_corrections DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (events_are_on()) EXECUTE FUNCTION record_invoice_correction_event();
