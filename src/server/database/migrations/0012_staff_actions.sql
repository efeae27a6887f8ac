CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "approvals_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"input" jsonb NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"approvers" text[] NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "approvals_place_unique" UNIQUE("place"),
	CONSTRAINT "approval_kind_known" CHECK ("approvals"."kind" in ('credit', 'forgive', 'write_off', 'retry', 'credit_note', 'refund')),
	CONSTRAINT "approval_state_known" CHECK ("approvals"."state" in ('pending', 'approved', 'refused')),
	CONSTRAINT "approval_decided_when_over" CHECK (("approvals"."decided_at" is null) = ("approvals"."state" = 'pending'))
);
--> statement-breakpoint
CREATE TABLE "staff_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "staff_actions_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"kind" text NOT NULL,
	"invoice_id" text,
	"payment_id" text,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"reference" text,
	"words" text NOT NULL,
	"key_id" text NOT NULL,
	"approval_id" text,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_actions_approval_id_unique" UNIQUE("approval_id"),
	CONSTRAINT "staff_action_kind_known" CHECK ("staff_actions"."kind" in ('credit', 'forgive', 'write_off', 'retry', 'credit_note', 'refund')),
	CONSTRAINT "staff_action_amount_not_negative" CHECK ("staff_actions"."amount_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_actions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_actions_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_actions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_actions_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_of_organization" ON "approvals" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "staff_actions_of_organization" ON "staff_actions" USING btree ("organization_id","place" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "staff_actions_of_invoice" ON "staff_actions" USING btree ("invoice_id","place") WHERE "staff_actions"."invoice_id" is not null;--> statement-breakpoint
INSERT INTO state_steps (entity, from_state, to_state) VALUES
  ('approvals', 'pending', 'approved'),
  ('approvals', 'pending', 'refused');
--> statement-breakpoint
CREATE TRIGGER approvals_steps BEFORE UPDATE OF state ON approvals FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER approvals_terms BEFORE UPDATE ON approvals FOR EACH ROW WHEN ((old.organization_id, old.kind, old.subject, old.input, old.amount_cents, old.reason, old.requested_by, old.requested_at, old.approvers) IS DISTINCT FROM (new.organization_id, new.kind, new.subject, new.input, new.amount_cents, new.reason, new.requested_by, new.requested_at, new.approvers)) EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER staff_actions_terms BEFORE UPDATE ON staff_actions FOR EACH ROW EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION write_audit('approval', 'id', 'state', 'kind', 'subject', 'amount_cents', 'reason');
--> statement-breakpoint
-- What a person of the staff did, with what it changed, is one entry.
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
