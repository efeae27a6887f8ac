-- beside the version before: it writes none of the kinds that are added.
ALTER TABLE "approvals" DROP CONSTRAINT "approval_kind_known";--> statement-breakpoint
-- beside the version before: it writes none of the kinds that are added.
ALTER TABLE "staff_actions" DROP CONSTRAINT "staff_action_kind_known";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "charged_on_request" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- beside the version before: it writes none of the kinds that are added.
ALTER TABLE "approvals" ADD CONSTRAINT "approval_kind_known" CHECK ("approvals"."kind" in ('credit', 'forgive', 'write_off', 'retry', 'credit_note', 'refund', 'plan_change'));--> statement-breakpoint
-- beside the version before: it writes none of the kinds that are added.
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_action_kind_known" CHECK ("staff_actions"."kind" in ('credit', 'forgive', 'write_off', 'retry', 'credit_note', 'refund', 'plan_change'));
