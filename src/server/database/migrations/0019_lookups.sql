ALTER TABLE "payment_methods" ADD COLUMN "told_expiry" integer;--> statement-breakpoint
-- A process of the version before goes on by the notices, which this one still writes.
UPDATE payment_methods m SET told_expiry = exp_year * 100 + exp_month WHERE is_default AND exp_year IS NOT NULL
  AND EXISTS (SELECT FROM notices n WHERE n.organization_id = m.organization_id AND n.business_key = 'card_expiring:' || m.id || ':' || exp_year || '-' || exp_month);
--> statement-breakpoint
CREATE INDEX "budget_crossings_of_period" ON "budget_crossings" USING btree ("period_id");--> statement-breakpoint
CREATE INDEX "budget_crossings_of_event" ON "budget_crossings" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "budget_events_by_age" ON "budget_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "changes_of_own_invoice" ON "changes" USING btree ("invoice_id") WHERE "changes"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "changes_of_usage_invoice" ON "changes" USING btree ("usage_invoice_id") WHERE "changes"."usage_invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "quotes_of_organization" ON "quotes" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "collections_of_organization" ON "collections" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "credit_notes_of_change" ON "credit_notes" USING btree ("change_id") WHERE "credit_notes"."change_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_notes_of_period" ON "credit_notes" USING btree ("period_id") WHERE "credit_notes"."period_id" is not null;--> statement-breakpoint
CREATE INDEX "work_of_organization" ON "outbox" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "work_done" ON "outbox" USING btree ("run_after") WHERE "outbox"."state" = 'done';--> statement-breakpoint
CREATE INDEX "work_dead" ON "outbox" USING btree ("kind") WHERE "outbox"."state" = 'dead';--> statement-breakpoint
CREATE INDEX "job_failures_of_organization" ON "job_failures" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "late_invoices_as_invoice" ON "late_invoices" USING btree ("invoice_id") WHERE "late_invoices"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "member_logins_of_member" ON "member_logins" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "members_by_email" ON "members" USING btree (lower("primary_email"));--> statement-breakpoint
CREATE INDEX "sessions_of_member" ON "sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "notice_addresses_bounced" ON "notice_addresses" USING btree ("bounced_at") WHERE "notice_addresses"."bounced_at" is not null;--> statement-breakpoint
CREATE INDEX "notice_deliveries_refused" ON "notice_deliveries" USING btree ("id") WHERE "notice_deliveries"."state" = 'refused';--> statement-breakpoint
CREATE INDEX "organizations_closed" ON "organizations" USING btree ("closed_at") WHERE "organizations"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "untold_expiries" ON "payment_methods" USING btree ("exp_year","exp_month") WHERE "payment_methods"."is_default" and "payment_methods"."told_expiry" is distinct from "payment_methods"."exp_year" * 100 + "payment_methods"."exp_month";--> statement-breakpoint
CREATE INDEX "setup_intents_of_organization" ON "setup_intents" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "setup_intents_by_age" ON "setup_intents" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "top_ups_of_organization" ON "top_ups" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "billing_periods_of_fee" ON "billing_periods" USING btree ("fee_invoice_id") WHERE "billing_periods"."fee_invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_of_organization" ON "webhook_deliveries" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "projects_of_parent" ON "projects" USING btree ("parent_id") WHERE "projects"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "disputes_of_payment" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "disputes_of_organization" ON "disputes" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "refunds_of_organization" ON "refunds" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "captcha_tokens_of_organization" ON "captcha_tokens" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "feedback_of_organization" ON "feedback" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "feedback_by_age" ON "feedback" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_unused" ON "idempotency_keys" USING btree ("created_at") WHERE "idempotency_keys"."subject" is null;--> statement-breakpoint
CREATE INDEX "staff_actions_of_payment" ON "staff_actions" USING btree ("payment_id") WHERE "staff_actions"."payment_id" is not null;