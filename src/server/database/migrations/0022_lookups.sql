-- An operator of a large database makes these beforehand, concurrently: see deploy/GROWTH.md.
ALTER TABLE "payment_methods" ADD COLUMN "told_expiry" integer;--> statement-breakpoint
-- A process of the version before goes on by the notices, which this one still writes.
UPDATE payment_methods m SET told_expiry = exp_year * 100 + exp_month WHERE is_default AND exp_year IS NOT NULL
  AND EXISTS (SELECT FROM notices n WHERE n.organization_id = m.organization_id AND n.business_key = 'card_expiring:' || m.id || ':' || exp_year || '-' || exp_month);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "budget_crossings_of_period" ON "budget_crossings" USING btree ("period_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "budget_crossings_of_event" ON "budget_crossings" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "budget_events_by_age" ON "budget_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "changes_of_own_invoice" ON "changes" USING btree ("invoice_id") WHERE "changes"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "changes_of_usage_invoice" ON "changes" USING btree ("usage_invoice_id") WHERE "changes"."usage_invoice_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "quotes_of_organization" ON "quotes" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "collections_of_organization" ON "collections" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "credit_notes_of_change" ON "credit_notes" USING btree ("change_id") WHERE "credit_notes"."change_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "credit_notes_of_period" ON "credit_notes" USING btree ("period_id") WHERE "credit_notes"."period_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "work_of_organization" ON "outbox" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "work_done" ON "outbox" USING btree ("run_after") WHERE "outbox"."state" = 'done';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "work_dead" ON "outbox" USING btree ("kind") WHERE "outbox"."state" = 'dead';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "job_failures_of_organization" ON "job_failures" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "late_invoices_as_invoice" ON "late_invoices" USING btree ("invoice_id") WHERE "late_invoices"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "member_logins_of_member" ON "member_logins" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "members_by_email" ON "members" USING btree (lower("primary_email"));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sessions_of_member" ON "sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "notice_addresses_bounced" ON "notice_addresses" USING btree ("bounced_at") WHERE "notice_addresses"."bounced_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "notice_deliveries_refused" ON "notice_deliveries" USING btree ("id") WHERE "notice_deliveries"."state" = 'refused';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "organizations_closed" ON "organizations" USING btree ("closed_at") WHERE "organizations"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "untold_expiries" ON "payment_methods" USING btree ("exp_year","exp_month") WHERE "payment_methods"."is_default" and "payment_methods"."told_expiry" is distinct from "payment_methods"."exp_year" * 100 + "payment_methods"."exp_month";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "setup_intents_of_organization" ON "setup_intents" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "setup_intents_by_age" ON "setup_intents" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "top_ups_of_organization" ON "top_ups" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "billing_periods_of_fee" ON "billing_periods" USING btree ("fee_invoice_id") WHERE "billing_periods"."fee_invoice_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "deliveries_of_organization" ON "webhook_deliveries" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "projects_of_parent" ON "projects" USING btree ("parent_id") WHERE "projects"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "disputes_of_payment" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "disputes_of_organization" ON "disputes" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "refunds_of_organization" ON "refunds" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "captcha_tokens_of_organization" ON "captcha_tokens" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "feedback_of_organization" ON "feedback" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "feedback_by_age" ON "feedback" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "idempotency_keys_unused" ON "idempotency_keys" USING btree ("created_at") WHERE "idempotency_keys"."subject" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "staff_actions_of_payment" ON "staff_actions" USING btree ("payment_id") WHERE "staff_actions"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "changes_of_quote" ON "changes" USING btree ("quote_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "open_resource_spans" ON "resource_spans" USING btree ("project_id") WHERE "resource_spans"."until_seconds" is null;