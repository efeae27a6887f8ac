CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"member_id" integer,
	"username" text,
	"call" text,
	"request_id" text,
	"caller_request_id" text,
	"what" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"quote_id" text NOT NULL,
	"member_id" integer,
	"state" text DEFAULT 'open' NOT NULL,
	"kind" text NOT NULL,
	"tier" text NOT NULL,
	"from_plan" text NOT NULL,
	"from_usage_billing" boolean NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"plan_price_cents" bigint NOT NULL,
	"unused_cents" bigint NOT NULL,
	"balance_applied_cents" bigint NOT NULL,
	"charge_cents" bigint NOT NULL,
	"from_invoice_id" text,
	"withheld_cents" bigint DEFAULT 0 NOT NULL,
	"failure_reason" text,
	"invoice_id" text,
	"usage_invoice_id" text,
	"counts_for_limit" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "change_of_organization" UNIQUE("id","organization_id"),
	CONSTRAINT "change_state_known" CHECK ("changes"."state" in ('open', 'scheduled', 'applied', 'failed', 'canceled', 'expired')),
	CONSTRAINT "change_kind_known" CHECK ("changes"."kind" in ('plan_change', 'spend_cap')),
	CONSTRAINT "change_charge_not_negative" CHECK ("changes"."charge_cents" >= 0),
	CONSTRAINT "change_failure_known" CHECK ("changes"."failure_reason" in ('price_changed', 'cycle_ended', 'same_plan')),
	CONSTRAINT "failure_of_failed_change" CHECK ("changes"."failure_reason" is null or "changes"."state" = 'failed'),
	CONSTRAINT "settled_when_over" CHECK (("changes"."settled_at" is null) = ("changes"."state" in ('open', 'scheduled')))
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"tier" text NOT NULL,
	"quoted_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"total_cents" bigint NOT NULL,
	"usage_due_cents" bigint NOT NULL,
	CONSTRAINT "quote_of_organization" UNIQUE("id","organization_id"),
	CONSTRAINT "quote_not_negative" CHECK ("quotes"."total_cents" >= 0 and "quotes"."usage_due_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"invoice_id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"finalized_at" timestamp with time zone NOT NULL,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"invoice_id" text NOT NULL,
	"change_id" text,
	"amount_cents" bigint NOT NULL,
	"balance_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_note_positive" CHECK ("credit_notes"."amount_cents" > 0),
	CONSTRAINT "credit_note_balance_within" CHECK ("credit_notes"."balance_cents" between 0 and "credit_notes"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"organization_id" integer PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"gateway_id" text,
	"billing_name" text,
	"line1" text,
	"line2" text,
	"city" text,
	"state" text,
	"postal_code" text,
	"country" text,
	"tax_id_type" text,
	"tax_id_value" text,
	"tax_id_country" text,
	"tax_id_gateway_id" text,
	"tax_id_verification" text,
	"tax_id_pending_until" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "customers_key_unique" UNIQUE("key"),
	CONSTRAINT "customers_gateway_id_unique" UNIQUE("gateway_id"),
	CONSTRAINT "address_is_whole" CHECK (num_nulls("customers"."line1", "customers"."country") in (0, 2)),
	CONSTRAINT "tax_id_is_whole" CHECK (num_nulls("customers"."tax_id_type", "customers"."tax_id_value", "customers"."tax_id_country") in (0, 3)),
	CONSTRAINT "tax_verification_known" CHECK ("customers"."tax_id_verification" in ('pending', 'verified', 'unverified', 'unavailable'))
);
--> statement-breakpoint
CREATE TABLE "gateway_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_after" timestamp with time zone NOT NULL,
	"held_by" text,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"taken_generation" integer,
	"run_after" timestamp with time zone NOT NULL,
	"held_by" text,
	"last_error" text,
	CONSTRAINT "work_state_known" CHECK ("outbox"."state" in ('pending', 'done', 'dead'))
);
--> statement-breakpoint
CREATE TABLE "invoice_counts" (
	"organization_id" integer PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"invoice_id" text NOT NULL,
	"position" integer NOT NULL,
	"period_id" bigint,
	"key" text NOT NULL,
	"carried_over" boolean NOT NULL,
	"reported_later" boolean DEFAULT false NOT NULL,
	"line_group" text NOT NULL,
	"description" text NOT NULL,
	"metric" text,
	"kind" text,
	"usage_based" boolean NOT NULL,
	"proration" boolean NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"amount_cents" bigint NOT NULL,
	"amount_before_discount_cents" bigint NOT NULL,
	"unit_price_description" text NOT NULL,
	"derivation" jsonb,
	"breakdown" jsonb NOT NULL,
	CONSTRAINT "invoice_lines_invoice_id_position_pk" PRIMARY KEY("invoice_id","position")
);
--> statement-breakpoint
CREATE TABLE "invoice_tallies" (
	"organization_id" integer NOT NULL,
	"span" smallint NOT NULL,
	"place" bigint NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "invoice_tallies_organization_id_span_place_status_pk" PRIMARY KEY("organization_id","span","place","status")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"subscription_id" text NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"amount_due_cents" bigint NOT NULL,
	"credited_cents" bigint DEFAULT 0 NOT NULL,
	"carried_cents" bigint DEFAULT 0 NOT NULL,
	"payment_attempted" boolean DEFAULT false NOT NULL,
	"payment_is_processing" boolean DEFAULT false NOT NULL,
	"finalizes_at" timestamp with time zone,
	"finalized_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"billed_to" jsonb,
	CONSTRAINT "invoice_number_once" UNIQUE("organization_id","number"),
	CONSTRAINT "invoice_status_known" CHECK ("invoices"."status" in ('draft', 'paid', 'void', 'open', 'issued', 'uncollectible')),
	CONSTRAINT "invoice_kind_known" CHECK ("invoices"."kind" in ('start', 'cycle', 'plan_change', 'spend_cap', 'final')),
	CONSTRAINT "amount_due_not_negative" CHECK ("invoices"."amount_due_cents" >= 0),
	CONSTRAINT "carried_not_negative" CHECK ("invoices"."carried_cents" >= 0),
	CONSTRAINT "credited_not_negative" CHECK ("invoices"."credited_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "job_failures" (
	"job" text NOT NULL,
	"organization_id" integer NOT NULL,
	"code" text NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "job_failures_job_organization_id_pk" PRIMARY KEY("job","organization_id")
);
--> statement-breakpoint
CREATE TABLE "late_invoices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "late_invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"is_counted" boolean DEFAULT true NOT NULL,
	"invoice_id" text,
	CONSTRAINT "one_late_invoice_per_window" UNIQUE("organization_id","closes_at"),
	CONSTRAINT "late_invoice_state_known" CHECK ("late_invoices"."state" in ('announced', 'invoiced', 'waived'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"organization_id" integer NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "amount_not_zero" CHECK ("ledger_entries"."amount_cents" <> 0),
	CONSTRAINT "account_known" CHECK ("ledger_entries"."account" in ('customer_credit', 'receivable', 'cash', 'revenue', 'goodwill', 'unapplied', 'bad_debt', 'disputed'))
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"business_key" text NOT NULL,
	"description" text NOT NULL,
	"source" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"entry_count" smallint NOT NULL,
	CONSTRAINT "ledger_transactions_business_key_unique" UNIQUE("business_key"),
	CONSTRAINT "ledger_transaction_of_organization" UNIQUE("id","organization_id"),
	CONSTRAINT "at_least_two_entries" CHECK ("ledger_transactions"."entry_count" >= 2)
);
--> statement-breakpoint
CREATE TABLE "member_logins" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"member_id" integer NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_logins_issuer_subject_pk" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "member_logins_one_per_issuer" UNIQUE("issuer","member_id")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"handle" text NOT NULL,
	"username" text NOT NULL,
	"primary_email" text NOT NULL,
	"free_project_limit" integer DEFAULT 2 NOT NULL,
	"signed_out_at" timestamp with time zone,
	CONSTRAINT "members_handle_unique" UNIQUE("handle")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"member_id" integer NOT NULL,
	"organization_id" integer NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "memberships_member_id_organization_id_pk" PRIMARY KEY("member_id","organization_id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "organizations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"billing_email" text,
	"additional_billing_emails" text[] DEFAULT '{}'::text[] NOT NULL,
	"opt_in_tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"disabled_features" text[] DEFAULT '{}'::text[] NOT NULL,
	"billing_partner" text,
	"restriction_status" text,
	"violations" text[],
	"grace_period_end" timestamp with time zone,
	CONSTRAINT "organizations_slug_unique" UNIQUE("slug"),
	CONSTRAINT "billing_partner_known" CHECK ("organizations"."billing_partner" in ('fly', 'aws_marketplace', 'vercel_marketplace')),
	CONSTRAINT "restriction_status_known" CHECK ("organizations"."restriction_status" in ('grace_period', 'grace_period_over', 'restricted')),
	CONSTRAINT "restriction_has_data" CHECK ("organizations"."restriction_status" is null or "organizations"."violations" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"state" text DEFAULT 'attached' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"fingerprint" text,
	"brand" text,
	"last4" text,
	"exp_month" smallint,
	"exp_year" smallint,
	"added_at" timestamp with time zone NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payment_methods_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "method_state_known" CHECK ("payment_methods"."state" in ('attached', 'detaching', 'detached')),
	CONSTRAINT "default_is_attached" CHECK (not "payment_methods"."is_default" or "payment_methods"."state" = 'attached'),
	CONSTRAINT "card_is_whole" CHECK (num_nulls("payment_methods"."brand", "payment_methods"."last4", "payment_methods"."exp_month", "payment_methods"."exp_year") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "setup_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"member_id" integer,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "setup_state_known" CHECK ("setup_intents"."state" in ('open', 'succeeded', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"change_id" text,
	"top_up_id" text,
	"invoice_id" text,
	"attempt" integer NOT NULL,
	"key" text NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"method_id" text,
	"keeps_method" boolean DEFAULT false NOT NULL,
	"off_session" boolean NOT NULL,
	"intent_id" text,
	"session_id" text,
	"return_origin" text,
	"secret" text,
	"failure_code" text,
	"decline_code" text,
	"counted_decline" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_key_unique" UNIQUE("key"),
	CONSTRAINT "payments_intent_id_unique" UNIQUE("intent_id"),
	CONSTRAINT "payments_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "payment_of_one_thing" CHECK (num_nonnulls("payments"."change_id", "payments"."top_up_id", "payments"."invoice_id") = 1),
	CONSTRAINT "payment_state_known" CHECK ("payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "payment_channel_known" CHECK ("payments"."channel" in ('intent', 'checkout')),
	CONSTRAINT "payment_amount_positive" CHECK ("payments"."amount_cents" > 0),
	CONSTRAINT "secret_only_while_usable" CHECK ("payments"."secret" is null or "payments"."state" in ('requires_action', 'requires_method', 'processing'))
);
--> statement-breakpoint
CREATE TABLE "top_ups" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"member_id" integer,
	"state" text DEFAULT 'open' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "top_up_of_organization" UNIQUE("id","organization_id"),
	CONSTRAINT "top_up_state_known" CHECK ("top_ups"."state" in ('open', 'credited', 'failed', 'canceled')),
	CONSTRAINT "top_up_amount_allowed" CHECK ("top_ups"."amount_cents" between 10000 and 200000 and "top_ups"."amount_cents" % 100 = 0)
);
--> statement-breakpoint
CREATE TABLE "billing_periods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "billing_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"plan" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"fee_charged_cents" bigint NOT NULL,
	"fee_invoice_id" text,
	"contract" jsonb,
	"cap_initially_on" boolean NOT NULL,
	"cap_changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"invoice_id" text,
	"is_empty" boolean DEFAULT false NOT NULL,
	"has_late_usage" boolean DEFAULT false NOT NULL,
	CONSTRAINT "empty_period_is_closed" CHECK (not "billing_periods"."is_empty" or "billing_periods"."closed_at" is not null),
	CONSTRAINT "billing_period_has_length" CHECK ("billing_periods"."ends_at" > "billing_periods"."starts_at"),
	CONSTRAINT "billing_period_closes_within" CHECK ("billing_periods"."closed_at" between "billing_periods"."starts_at" and "billing_periods"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "discounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"line_key" text NOT NULL,
	"basis_points" integer,
	"amount_cents" bigint,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "discount_is_share_or_amount" CHECK (num_nonnulls("discounts"."basis_points", "discounts"."amount_cents") = 1),
	CONSTRAINT "discount_share_in_range" CHECK ("discounts"."basis_points" between 0 and 10000),
	CONSTRAINT "discount_amount_not_negative" CHECK ("discounts"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "gateway_instance" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"instance_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"marks" text[] NOT NULL,
	"customer_id" text,
	"raised_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_instance" CHECK ("gateway_instance"."only")
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" text PRIMARY KEY NOT NULL,
	"renewed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scripted_faults" (
	"organization_id" integer PRIMARY KEY NOT NULL,
	"delay_ms" integer DEFAULT 0 NOT NULL,
	"message" text,
	CONSTRAINT "fault_does_something" CHECK ("scripted_faults"."delay_ms" > 0 or "scripted_faults"."message" is not null)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_addons" (
	"project_id" integer NOT NULL,
	"type" text NOT NULL,
	"variant" text NOT NULL,
	CONSTRAINT "project_addons_project_id_type_pk" PRIMARY KEY("project_id","type")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ref" text NOT NULL,
	"organization_id" integer NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"compute_size" text NOT NULL,
	"is_branch" boolean DEFAULT false NOT NULL,
	"uses_oriole" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "projects_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"payment_id" text NOT NULL,
	"source" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"held_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "dispute_held_within" CHECK ("disputes"."held_cents" between 0 and "disputes"."amount_cents"),
	CONSTRAINT "dispute_state_known" CHECK ("disputes"."state" in ('open', 'won', 'lost')),
	CONSTRAINT "dispute_closed_when_over" CHECK (("disputes"."closed_at" is null) = ("disputes"."state" = 'open'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"payment_id" text NOT NULL,
	"source" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"credit_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refund_positive" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refund_credit_within" CHECK ("refunds"."credit_cents" between 0 and "refunds"."amount_cents"),
	CONSTRAINT "refund_state_known" CHECK ("refunds"."state" in ('pending', 'succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "captcha_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"key" text,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"member_id" integer,
	"survey" text NOT NULL,
	"answers" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" integer NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"body_hash" text NOT NULL,
	"subject" text,
	"state" text DEFAULT 'in_progress' NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	"process_id" text DEFAULT '' NOT NULL,
	"status" smallint,
	"response" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_key_pk" PRIMARY KEY("organization_id","key"),
	CONSTRAINT "answer_when_done" CHECK (("idempotency_keys"."state" = 'done') = ("idempotency_keys"."status" is not null))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restriction_reviews" (
	"organization_id" integer PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone,
	"quota_case_at" timestamp with time zone,
	"quota_case_violations" text[] DEFAULT '{}'::text[] NOT NULL,
	"quota_case_plan" text,
	"exceeded_since" timestamp with time zone,
	"measured_from" timestamp with time zone,
	"measured_until" timestamp with time zone,
	"reported_violations" text[] DEFAULT '{}'::text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"plan" text NOT NULL,
	"usage_billing_enabled" boolean NOT NULL,
	"billing_cycle_anchor" timestamp with time zone NOT NULL,
	"current_period_start" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"payment_method_type" text DEFAULT 'card' NOT NULL,
	"contract" jsonb,
	"invoices_numbered" integer DEFAULT 0 NOT NULL,
	"scheduled_at" timestamp with time zone,
	"scheduled_plan" text,
	"scheduled_usage_billing" boolean,
	CONSTRAINT "subscriptions_organization_id_unique" UNIQUE("organization_id"),
	CONSTRAINT "plan_known" CHECK ("subscriptions"."plan" in ('free', 'pro', 'team', 'enterprise')),
	CONSTRAINT "period_has_length" CHECK ("subscriptions"."current_period_end" > "subscriptions"."current_period_start"),
	CONSTRAINT "payment_method_type_known" CHECK ("subscriptions"."payment_method_type" in ('card', 'invoice')),
	CONSTRAINT "scheduled_change_is_whole" CHECK (num_nulls("subscriptions"."scheduled_at", "subscriptions"."scheduled_plan", "subscriptions"."scheduled_usage_billing") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "resource_spans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resource_spans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"metric" text NOT NULL,
	"kind" text NOT NULL,
	"resource_id" text NOT NULL,
	"quantity" bigint DEFAULT 1 NOT NULL,
	"from_seconds" bigint NOT NULL,
	"until_seconds" bigint,
	CONSTRAINT "resource_level_not_negative" CHECK ("resource_spans"."quantity" >= 0),
	CONSTRAINT "resource_span_not_backwards" CHECK ("resource_spans"."until_seconds" >= "resource_spans"."from_seconds")
);
--> statement-breakpoint
CREATE TABLE "usage_records" (
	"organization_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"record_id" text NOT NULL,
	"metric" text NOT NULL,
	"kind" text NOT NULL,
	"resource_id" text NOT NULL,
	"category" text,
	"from_seconds" bigint NOT NULL,
	"until_seconds" bigint,
	"quantity" bigint NOT NULL,
	CONSTRAINT "usage_records_organization_id_record_id_pk" PRIMARY KEY("organization_id","record_id"),
	CONSTRAINT "usage_not_negative" CHECK ("usage_records"."quantity" >= 0),
	CONSTRAINT "usage_span_has_length" CHECK ("usage_records"."until_seconds" > "usage_records"."from_seconds")
);
--> statement-breakpoint
CREATE TABLE "usage_totals" (
	"organization_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"segment_seconds" bigint NOT NULL,
	"metric" text NOT NULL,
	"quantity" numeric(30, 0) NOT NULL,
	CONSTRAINT "usage_totals_organization_id_segment_seconds_project_id_metric_pk" PRIMARY KEY("organization_id","segment_seconds","project_id","metric")
);
--> statement-breakpoint
CREATE INDEX "audit_by_organization" ON "audit_entries" USING btree ("organization_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_change" ON "changes" USING btree ("organization_id") WHERE "changes"."state" = 'open';
--> statement-breakpoint
CREATE UNIQUE INDEX "one_scheduled_change" ON "changes" USING btree ("organization_id") WHERE "changes"."state" = 'scheduled';
--> statement-breakpoint
CREATE UNIQUE INDEX "quote_used_once" ON "changes" USING btree ("quote_id") WHERE "changes"."state" in ('open', 'scheduled', 'applied');
--> statement-breakpoint
CREATE INDEX "changes_by_time" ON "changes" USING btree ("organization_id","created_at");
--> statement-breakpoint
CREATE INDEX "changes_applied" ON "changes" USING btree ("organization_id","settled_at") WHERE "changes"."state" = 'applied' and "changes"."counts_for_limit";
--> statement-breakpoint
CREATE INDEX "changes_of_invoice" ON "changes" USING btree ("from_invoice_id") WHERE "changes"."from_invoice_id" is not null;
--> statement-breakpoint
CREATE INDEX "quotes_by_age" ON "quotes" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "collections_due" ON "collections" USING btree ("next_try_at");
--> statement-breakpoint
CREATE INDEX "credit_notes_of_invoice" ON "credit_notes" USING btree ("invoice_id","created_at");
--> statement-breakpoint
CREATE INDEX "credit_notes_of_organization" ON "credit_notes" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "events_waiting" ON "gateway_events" USING btree ("run_after") WHERE "gateway_events"."processed_at" is null;
--> statement-breakpoint
CREATE INDEX "events_by_time" ON "gateway_events" USING btree ("created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "work_pending_once" ON "outbox" USING btree ("kind","subject") WHERE "outbox"."state" = 'pending';
--> statement-breakpoint
CREATE INDEX "work_due" ON "outbox" USING btree ("run_after") WHERE "outbox"."state" = 'pending';
--> statement-breakpoint
CREATE INDEX "invoice_lines_of_period" ON "invoice_lines" USING btree ("period_id") WHERE "invoice_lines"."period_id" is not null;
--> statement-breakpoint
CREATE INDEX "invoices_newest_first" ON "invoices" USING btree ("organization_id","period_end" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "invoices_of_status" ON "invoices" USING btree ("organization_id","status","period_end" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "invoices_by_counter" ON "invoices" USING btree ("organization_id",ltrim(substring("number" from '[0-9]+$'), '0'));
--> statement-breakpoint
CREATE INDEX "cap_invoices" ON "invoices" USING btree ("organization_id") WHERE "invoices"."kind" = 'spend_cap';
--> statement-breakpoint
CREATE INDEX "invoices_to_finalize" ON "invoices" USING btree ("finalizes_at") WHERE "invoices"."status" = 'draft';
--> statement-breakpoint
CREATE INDEX "invoices_outstanding" ON "invoices" USING btree ("organization_id","due_at") WHERE "invoices"."status" in ('open', 'issued', 'uncollectible');
--> statement-breakpoint
CREATE INDEX "job_failures_by_age" ON "job_failures" USING btree ("since");
--> statement-breakpoint
CREATE INDEX "ledger_entries_by_transaction" ON "ledger_entries" USING btree ("transaction_id");
--> statement-breakpoint
CREATE INDEX "ledger_entries_by_account" ON "ledger_entries" USING btree ("organization_id","account");
--> statement-breakpoint
CREATE INDEX "ledger_by_time" ON "ledger_transactions" USING btree ("organization_id","occurred_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "ledger_by_source" ON "ledger_transactions" USING btree ("organization_id","source") WHERE "ledger_transactions"."source" is not null;
--> statement-breakpoint
CREATE INDEX "memberships_organization" ON "memberships" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "payment_methods_of_organization" ON "payment_methods" USING btree ("organization_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "one_default_method" ON "payment_methods" USING btree ("organization_id") WHERE "payment_methods"."is_default";
--> statement-breakpoint
CREATE INDEX "open_setup_intents" ON "setup_intents" USING btree ("organization_id") WHERE "setup_intents"."state" = 'open';
--> statement-breakpoint
CREATE INDEX "payments_of_organization" ON "payments" USING btree ("organization_id","created_at");
--> statement-breakpoint
CREATE INDEX "live_payments" ON "payments" USING btree ("expires_at") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');
--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_payment_of_change" ON "payments" USING btree ("change_id") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');
--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_payment_of_top_up" ON "payments" USING btree ("top_up_id") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');
--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_payment_of_invoice" ON "payments" USING btree ("invoice_id") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');
--> statement-breakpoint
CREATE UNIQUE INDEX "change_paid_once" ON "payments" USING btree ("change_id") WHERE "payments"."state" = 'succeeded';
--> statement-breakpoint
CREATE UNIQUE INDEX "top_up_paid_once" ON "payments" USING btree ("top_up_id") WHERE "payments"."state" = 'succeeded';
--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_paid_once" ON "payments" USING btree ("invoice_id") WHERE "payments"."state" = 'succeeded';
--> statement-breakpoint
CREATE INDEX "payments_of_invoice" ON "payments" USING btree ("invoice_id");
--> statement-breakpoint
CREATE INDEX "open_top_ups" ON "top_ups" USING btree ("organization_id") WHERE "top_ups"."state" = 'open';
--> statement-breakpoint
CREATE UNIQUE INDEX "one_running_period" ON "billing_periods" USING btree ("organization_id") WHERE "billing_periods"."closed_at" is null;
--> statement-breakpoint
CREATE INDEX "billing_periods_by_time" ON "billing_periods" USING btree ("organization_id","starts_at");
--> statement-breakpoint
CREATE INDEX "billing_periods_of_invoice" ON "billing_periods" USING btree ("invoice_id");
--> statement-breakpoint
CREATE INDEX "billing_periods_to_bill" ON "billing_periods" USING btree ("organization_id","id") WHERE ("billing_periods"."closed_at" is null or ("billing_periods"."invoice_id" is null and "billing_periods"."plan" <> 'free' and not "billing_periods"."is_empty"));
--> statement-breakpoint
CREATE INDEX "empty_billing_periods" ON "billing_periods" USING btree ("organization_id") WHERE "billing_periods"."is_empty";
--> statement-breakpoint
CREATE INDEX "billing_periods_by_close" ON "billing_periods" USING btree ("organization_id","closed_at");
--> statement-breakpoint
CREATE INDEX "billing_periods_with_late_usage" ON "billing_periods" USING btree ("organization_id") WHERE "billing_periods"."has_late_usage";
--> statement-breakpoint
CREATE INDEX "discounts_of_organization" ON "discounts" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "projects_by_name" ON "projects" USING btree ("organization_id","name","id");
--> statement-breakpoint
CREATE INDEX "projects_by_age" ON "projects" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "projects_oriole" ON "projects" USING btree ("organization_id") WHERE "projects"."uses_oriole";
--> statement-breakpoint
CREATE UNIQUE INDEX "projects_of_organization" ON "projects" USING btree ("id","organization_id");
--> statement-breakpoint
CREATE INDEX "open_disputes" ON "disputes" USING btree ("organization_id") WHERE "disputes"."state" = 'open';
--> statement-breakpoint
CREATE INDEX "disputes_of_source" ON "disputes" USING btree ("source");
--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "refunds_of_source" ON "refunds" USING btree ("source");
--> statement-breakpoint
CREATE INDEX "captcha_tokens_by_age" ON "captcha_tokens" USING btree ("used_at");
--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "idempotency_keys_held" ON "idempotency_keys" USING btree ("process_id") WHERE "idempotency_keys"."state" = 'in_progress';
--> statement-breakpoint
CREATE INDEX "rate_limits_by_age" ON "rate_limits" USING btree ("expire");
--> statement-breakpoint
CREATE INDEX "restriction_reviews_due" ON "restriction_reviews" USING btree ("due_at");
--> statement-breakpoint
CREATE INDEX "subscriptions_by_period_end" ON "subscriptions" USING btree ("current_period_end");
--> statement-breakpoint
CREATE INDEX "resource_spans_by_end" ON "resource_spans" USING btree ("organization_id","until_seconds");
--> statement-breakpoint
CREATE INDEX "usage_records_by_time" ON "usage_records" USING btree ("project_id","from_seconds");
--> statement-breakpoint
CREATE INDEX "usage_record_spans" ON "usage_records" USING btree ("organization_id","until_seconds") WHERE "usage_records"."until_seconds" is not null;
--> statement-breakpoint
CREATE INDEX "usage_records_of_phone_mfa" ON "usage_records" USING btree ("project_id","from_seconds") WHERE "usage_records"."metric" = 'AUTH_MFA_PHONE';
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_from_invoice_id_invoices_id_fk" FOREIGN KEY ("from_invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_usage_invoice_id_invoices_id_fk" FOREIGN KEY ("usage_invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "change_of_quote" FOREIGN KEY ("quote_id","organization_id") REFERENCES "public"."quotes"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_change_id_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."changes"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_counts" ADD CONSTRAINT "invoice_counts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_tallies" ADD CONSTRAINT "invoice_tallies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_failures" ADD CONSTRAINT "job_failures_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "late_invoices" ADD CONSTRAINT "late_invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "late_invoices" ADD CONSTRAINT "late_invoices_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entry_of_transaction" FOREIGN KEY ("transaction_id","organization_id") REFERENCES "public"."ledger_transactions"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "member_logins" ADD CONSTRAINT "member_logins_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "setup_intents" ADD CONSTRAINT "setup_intents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "setup_intents" ADD CONSTRAINT "setup_intents_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payment_of_change" FOREIGN KEY ("change_id","organization_id") REFERENCES "public"."changes"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payment_of_top_up" FOREIGN KEY ("top_up_id","organization_id") REFERENCES "public"."top_ups"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_fee_invoice_id_invoices_id_fk" FOREIGN KEY ("fee_invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "scripted_faults" ADD CONSTRAINT "scripted_faults_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "project_addons" ADD CONSTRAINT "project_addons_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "captcha_tokens" ADD CONSTRAINT "captcha_tokens_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "restriction_reviews" ADD CONSTRAINT "restriction_reviews_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "resource_spans" ADD CONSTRAINT "resource_span_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_record_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "usage_totals" ADD CONSTRAINT "usage_total_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;
