-- Rules about rows of one organization name it, so that each shard can keep them alone.
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
ALTER TABLE "customers" DROP CONSTRAINT "customers_key_unique";
--> statement-breakpoint
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
ALTER TABLE "payments" DROP CONSTRAINT "payments_key_unique";
--> statement-breakpoint
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "event_once_per_endpoint";
--> statement-breakpoint
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_place_unique";
--> statement-breakpoint
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
ALTER TABLE "staff_actions" DROP CONSTRAINT "staff_actions_approval_id_unique";
--> statement-breakpoint
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
DROP INDEX "quote_used_once";
--> statement-breakpoint
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
DROP INDEX "notice_delivery_once";
--> statement-breakpoint
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
DROP INDEX "one_live_payment_of_change";
--> statement-breakpoint
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
DROP INDEX "one_live_payment_of_top_up";
--> statement-breakpoint
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
DROP INDEX "one_live_payment_of_invoice";
--> statement-breakpoint
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
DROP INDEX "change_paid_once";
--> statement-breakpoint
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
DROP INDEX "top_up_paid_once";
--> statement-breakpoint
-- beside the version before: it names the rule in no statement, and the wider one follows in this transaction
DROP INDEX "invoice_paid_once";
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
CREATE UNIQUE INDEX "quote_used_once" ON "changes" USING btree ("quote_id","organization_id") WHERE "changes"."state" in ('open', 'scheduled', 'applied');
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
CREATE UNIQUE INDEX "notice_delivery_once" ON "notice_deliveries" USING btree ("notice_id",lower("address"),"round","organization_id");
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
CREATE UNIQUE INDEX "one_live_payment_of_change" ON "payments" USING btree ("change_id","organization_id") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
CREATE UNIQUE INDEX "one_live_payment_of_top_up" ON "payments" USING btree ("top_up_id","organization_id") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
CREATE UNIQUE INDEX "one_live_payment_of_invoice" ON "payments" USING btree ("invoice_id","organization_id") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
CREATE UNIQUE INDEX "change_paid_once" ON "payments" USING btree ("change_id","organization_id") WHERE "payments"."state" = 'succeeded';
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
CREATE UNIQUE INDEX "top_up_paid_once" ON "payments" USING btree ("top_up_id","organization_id") WHERE "payments"."state" = 'succeeded';
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
CREATE UNIQUE INDEX "invoice_paid_once" ON "payments" USING btree ("invoice_id","organization_id") WHERE "payments"."state" = 'succeeded';
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
ALTER TABLE "customers" ADD CONSTRAINT "customers_key_unique" UNIQUE("key","organization_id");
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
ALTER TABLE "payments" ADD CONSTRAINT "payments_key_unique" UNIQUE("key","organization_id");
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "event_once_per_endpoint" UNIQUE("endpoint_id","event_id","organization_id");
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_place_unique" UNIQUE("place","organization_id");
--> statement-breakpoint
-- beside the version before: rows that no one organization may have twice were unique among all before
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_actions_approval_id_unique" UNIQUE("approval_id","organization_id");
