CREATE TABLE "admin_requests" (
	"key_id" text NOT NULL,
	"request_hash" text NOT NULL,
	"call" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" smallint,
	"answer" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "admin_requests_key_id_request_hash_pk" PRIMARY KEY("key_id","request_hash")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"owner" text NOT NULL,
	"scopes" text[] NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"revoked_by" text,
	CONSTRAINT "api_keys_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "key_can_do_something" CHECK (cardinality("api_keys"."scopes") > 0)
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"member_id" integer,
	"username" text,
	"key_id" text,
	"call" text,
	"request_id" text,
	"caller_request_id" text,
	"what" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "audit_entries_pkey" PRIMARY KEY("id","organization_id")
);
--> statement-breakpoint
CREATE TABLE "budget_crossings" (
	"organization_id" integer NOT NULL,
	"budget_id" text NOT NULL,
	"version" integer NOT NULL,
	"period_id" bigint NOT NULL,
	"percent" integer NOT NULL,
	"on" text NOT NULL,
	"crossed_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"event_id" bigint NOT NULL,
	CONSTRAINT "budget_crossings_pkey" PRIMARY KEY("budget_id","version","period_id","percent","on","organization_id")
);
--> statement-breakpoint
CREATE TABLE "budget_events" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "budget_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"budget_id" text NOT NULL,
	"budget_name" text NOT NULL,
	"version" integer NOT NULL,
	"period_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"thresholds" jsonb NOT NULL,
	"amount_cents" bigint NOT NULL,
	"actual_cents" bigint NOT NULL,
	"projected_cents" bigint NOT NULL,
	CONSTRAINT "budget_events_pkey" PRIMARY KEY("id","organization_id")
);
--> statement-breakpoint
CREATE TABLE "budget_reviews" (
	"organization_id" integer PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone,
	"is_limit_reached" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "budgets" (
	"id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"basis" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"thresholds" jsonb NOT NULL,
	"at_limit" text NOT NULL,
	"recipients" text[],
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "budgets_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "budget_amount_not_negative" CHECK ("budgets"."amount_cents" >= 0),
	CONSTRAINT "only_organizations_stop" CHECK ("budgets"."at_limit" = 'alert' or "budgets"."scope" = 'organization')
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"id" text NOT NULL,
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
	CONSTRAINT "changes_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "change_state_known" CHECK ("changes"."state" in ('open', 'scheduled', 'applied', 'failed', 'canceled', 'expired')),
	CONSTRAINT "change_kind_known" CHECK ("changes"."kind" in ('plan_change', 'spend_cap')),
	CONSTRAINT "change_charge_not_negative" CHECK ("changes"."charge_cents" >= 0),
	CONSTRAINT "change_failure_known" CHECK ("changes"."failure_reason" in ('price_changed', 'cycle_ended', 'same_plan')),
	CONSTRAINT "failure_of_failed_change" CHECK ("changes"."failure_reason" is null or "changes"."state" = 'failed'),
	CONSTRAINT "settled_when_over" CHECK (("changes"."settled_at" is null) = ("changes"."state" in ('open', 'scheduled')))
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"tier" text NOT NULL,
	"quoted_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"total_cents" bigint NOT NULL,
	"usage_due_cents" bigint NOT NULL,
	CONSTRAINT "quotes_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "quote_not_negative" CHECK ("quotes"."total_cents" >= 0 and "quotes"."usage_due_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"invoice_id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"finalized_at" timestamp with time zone NOT NULL,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	CONSTRAINT "collections_pkey" PRIMARY KEY("invoice_id","organization_id")
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"invoice_id" text NOT NULL,
	"change_id" text,
	"period_id" bigint,
	"amount_cents" bigint NOT NULL,
	"balance_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_notes_pkey" PRIMARY KEY("id","organization_id"),
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
	CONSTRAINT "customers_gateway_id_unique" UNIQUE("gateway_id"),
	CONSTRAINT "customers_key_unique" UNIQUE("key","organization_id"),
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
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	CONSTRAINT "outbox_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "work_state_known" CHECK ("outbox"."state" in ('pending', 'done', 'dead'))
);
--> statement-breakpoint
CREATE TABLE "invoice_counts" (
	"organization_id" integer PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"organization_id" integer NOT NULL,
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
	"price_book" text DEFAULT '2026' NOT NULL,
	"derivation" jsonb,
	"breakdown" jsonb NOT NULL,
	CONSTRAINT "invoice_lines_pkey" PRIMARY KEY("invoice_id","position","organization_id")
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
	"id" text NOT NULL,
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
	"charged_on_request" boolean DEFAULT false NOT NULL,
	"finalizes_at" timestamp with time zone,
	"finalized_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"billed_to" jsonb,
	"seller" jsonb,
	CONSTRAINT "invoices_pkey" PRIMARY KEY("id","organization_id"),
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
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "late_invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"is_counted" boolean DEFAULT true NOT NULL,
	"invoice_id" text,
	CONSTRAINT "late_invoices_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "one_late_invoice_per_window" UNIQUE("organization_id","closes_at"),
	CONSTRAINT "late_invoice_state_known" CHECK ("late_invoices"."state" in ('announced', 'invoiced', 'waived'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"organization_id" integer NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "ledger_entries_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "amount_not_zero" CHECK ("ledger_entries"."amount_cents" <> 0),
	CONSTRAINT "account_known" CHECK ("ledger_entries"."account" in ('customer_credit', 'receivable', 'cash', 'revenue', 'goodwill', 'unapplied', 'bad_debt', 'disputed'))
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"business_key" text NOT NULL,
	"description" text NOT NULL,
	"source" text,
	"occurred_at" timestamp with time zone NOT NULL,
	"entry_count" smallint NOT NULL,
	CONSTRAINT "ledger_transactions_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "ledger_transactions_business_key_unique" UNIQUE("business_key"),
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
	"erased_at" timestamp with time zone,
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
CREATE TABLE "notice_addresses" (
	"organization_id" integer NOT NULL,
	"address" text NOT NULL,
	"muted_kinds" text[] DEFAULT '{}'::text[] NOT NULL,
	"bounced_at" timestamp with time zone,
	CONSTRAINT "notice_addresses_organization_id_address_pk" PRIMARY KEY("organization_id","address")
);
--> statement-breakpoint
CREATE TABLE "notice_deliveries" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notice_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"notice_id" bigint NOT NULL,
	"organization_id" integer NOT NULL,
	"address" text NOT NULL,
	"is_former" boolean DEFAULT false NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_after" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"held_by" text,
	"first_tried_at" timestamp with time zone,
	"last_error" text,
	"sent_at" timestamp with time zone,
	CONSTRAINT "notice_deliveries_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "notice_delivery_state_known" CHECK ("notice_deliveries"."state" in ('queued', 'sent', 'refused', 'bounced', 'withdrawn')),
	CONSTRAINT "sent_has_time" CHECK (("notice_deliveries"."state" = 'sent') = ("notice_deliveries"."sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"kind" text NOT NULL,
	"business_key" text NOT NULL,
	"facts" jsonb NOT NULL,
	"invoice_id" text,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notices_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "notice_once" UNIQUE("organization_id","business_key")
);
--> statement-breakpoint
CREATE TABLE "postbox_attachments" (
	"message_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "postbox_attachments_message_id_name_pk" PRIMARY KEY("message_id","name")
);
--> statement-breakpoint
CREATE TABLE "postbox_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postbox_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"organization" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"headers" jsonb NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
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
	"external_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL,
	"standing_since" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "organizations_slug_unique" UNIQUE("slug"),
	CONSTRAINT "billing_partner_known" CHECK ("organizations"."billing_partner" in ('fly', 'aws_marketplace', 'vercel_marketplace')),
	CONSTRAINT "restriction_status_known" CHECK ("organizations"."restriction_status" in ('grace_period', 'grace_period_over', 'restricted')),
	CONSTRAINT "restriction_has_data" CHECK ("organizations"."restriction_status" is null or "organizations"."violations" is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"state" text DEFAULT 'attached' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"fingerprint" text,
	"brand" text,
	"last4" text,
	"exp_month" smallint,
	"exp_year" smallint,
	"added_at" timestamp with time zone NOT NULL,
	"told_expiry" integer,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payment_methods_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "payment_methods_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "method_state_known" CHECK ("payment_methods"."state" in ('attached', 'detaching', 'detached')),
	CONSTRAINT "default_is_attached" CHECK (not "payment_methods"."is_default" or "payment_methods"."state" = 'attached'),
	CONSTRAINT "card_is_whole" CHECK (num_nulls("payment_methods"."brand", "payment_methods"."last4", "payment_methods"."exp_month", "payment_methods"."exp_year") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "setup_intents" (
	"id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"member_id" integer,
	"state" text DEFAULT 'open' NOT NULL,
	"counted_decline" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "setup_intents_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "setup_state_known" CHECK ("setup_intents"."state" in ('open', 'succeeded', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text NOT NULL,
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
	CONSTRAINT "payments_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "payments_intent_id_unique" UNIQUE("intent_id"),
	CONSTRAINT "payments_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "payments_key_unique" UNIQUE("key","organization_id"),
	CONSTRAINT "payment_of_one_thing" CHECK (num_nonnulls("payments"."change_id", "payments"."top_up_id", "payments"."invoice_id") = 1),
	CONSTRAINT "payment_state_known" CHECK ("payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "payment_channel_known" CHECK ("payments"."channel" in ('intent', 'checkout', 'setup')),
	CONSTRAINT "payment_amount_positive" CHECK (("payments"."amount_cents" > 0) = ("payments"."channel" <> 'setup') and "payments"."amount_cents" >= 0),
	CONSTRAINT "secret_only_while_usable" CHECK ("payments"."secret" is null or "payments"."state" in ('requires_action', 'requires_method', 'processing'))
);
--> statement-breakpoint
CREATE TABLE "top_ups" (
	"id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"member_id" integer,
	"state" text DEFAULT 'open' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "top_ups_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "top_up_state_known" CHECK ("top_ups"."state" in ('open', 'credited', 'failed', 'canceled')),
	CONSTRAINT "top_up_amount_allowed" CHECK ("top_ups"."amount_cents" between 10000 and 200000 and "top_ups"."amount_cents" % 100 = 0)
);
--> statement-breakpoint
CREATE TABLE "billing_periods" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "billing_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"plan" text NOT NULL,
	"price_book_id" text DEFAULT 'pb_2026' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"fee_charged_cents" bigint NOT NULL,
	"fee_invoice_id" text,
	"contract" jsonb,
	"cap_initially_on" boolean NOT NULL,
	"cap_changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"limit_changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"limit_fixed_cents" bigint,
	"invoice_id" text,
	"is_empty" boolean DEFAULT false NOT NULL,
	"priced_lines" jsonb,
	"has_late_usage" boolean DEFAULT false NOT NULL,
	CONSTRAINT "billing_periods_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "empty_period_is_closed" CHECK (not "billing_periods"."is_empty" or "billing_periods"."closed_at" is not null),
	CONSTRAINT "billing_period_has_length" CHECK ("billing_periods"."ends_at" > "billing_periods"."starts_at"),
	CONSTRAINT "billing_period_closes_within" CHECK ("billing_periods"."closed_at" between "billing_periods"."starts_at" and "billing_periods"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "discounts" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "discounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"line_key" text NOT NULL,
	"basis_points" integer,
	"amount_cents" bigint,
	"starts_at" timestamp with time zone NOT NULL,
	"set_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	CONSTRAINT "discounts_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "discount_is_share_or_amount" CHECK (num_nonnulls("discounts"."basis_points", "discounts"."amount_cents") = 1),
	CONSTRAINT "discount_share_in_range" CHECK ("discounts"."basis_points" between 0 and 10000),
	CONSTRAINT "discount_amount_not_negative" CHECK ("discounts"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "platform_events" (
	"id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "platform_events_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "event_sequence_once" UNIQUE("organization_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" text NOT NULL,
	"event_id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_attempt_at" timestamp with time zone,
	"last_attempt_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"last_status" smallint,
	"last_error" text,
	"last_answer" text,
	"leased_until" timestamp with time zone,
	"held_by" text,
	CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "event_once_per_endpoint" UNIQUE("endpoint_id","event_id","organization_id"),
	CONSTRAINT "delivery_state_known" CHECK ("webhook_deliveries"."state" in ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"description" text,
	"secret" text,
	"replaced_secrets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"disabled_at" timestamp with time zone,
	"disabled_reason" text,
	"deleted_at" timestamp with time zone,
	"deleted_by" text,
	CONSTRAINT "endpoint_wants_events" CHECK (cardinality("webhook_endpoints"."events") > 0),
	CONSTRAINT "disabled_for_a_reason" CHECK (("webhook_endpoints"."disabled_at" is null) = ("webhook_endpoints"."disabled_reason" is null))
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
CREATE TABLE "price_announcements" (
	"organization_id" integer NOT NULL,
	"price_book_id" text NOT NULL,
	"plan" text NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	CONSTRAINT "price_announcements_pkey" PRIMARY KEY("organization_id","price_book_id"),
	CONSTRAINT "price_announcement_state_known" CHECK ("price_announcements"."state" in ('due', 'announced', 'unaffected'))
);
--> statement-breakpoint
CREATE TABLE "price_books" (
	"id" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_order" bigint GENERATED BY DEFAULT AS IDENTITY (sequence name "price_books_published_order_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"document" json NOT NULL,
	"state" text DEFAULT 'checking' NOT NULL,
	"scheduled_at" timestamp with time zone,
	"checked_to" integer DEFAULT 0 NOT NULL,
	"unpriced" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "price_books_version_unique" UNIQUE("version"),
	CONSTRAINT "price_book_state_known" CHECK ("price_books"."state" in ('checking', 'waiting', 'scheduled', 'refused', 'withdrawn')),
	CONSTRAINT "scheduled_has_time" CHECK ("price_books"."state" <> 'scheduled' or "price_books"."scheduled_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "project_addons" (
	"project_id" integer NOT NULL,
	"organization_id" integer NOT NULL,
	"type" text NOT NULL,
	"variant" text NOT NULL,
	CONSTRAINT "project_addons_pkey" PRIMARY KEY("project_id","type","organization_id")
);
--> statement-breakpoint
CREATE TABLE "project_replicas" (
	"ref" text PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"organization_id" integer NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"compute_size" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"changed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ref" text NOT NULL,
	"organization_id" integer NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"compute_size" text NOT NULL,
	"is_branch" boolean DEFAULT false NOT NULL,
	"uses_oriole" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"parent_id" integer,
	"removed_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	CONSTRAINT "projects_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "projects_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"payment_id" text NOT NULL,
	"source" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"held_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "disputes_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "dispute_held_within" CHECK ("disputes"."held_cents" between 0 and "disputes"."amount_cents"),
	CONSTRAINT "dispute_state_known" CHECK ("disputes"."state" in ('open', 'won', 'lost')),
	CONSTRAINT "dispute_closed_when_over" CHECK (("disputes"."closed_at" is null) = ("disputes"."state" = 'open'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"payment_id" text NOT NULL,
	"source" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"credit_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_pkey" PRIMARY KEY("id","organization_id"),
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
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "feedback_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"member_id" integer,
	"survey" text NOT NULL,
	"answers" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "feedback_pkey" PRIMARY KEY("id","organization_id")
);
--> statement-breakpoint
-- Partitioned by organization: rows arrive with every request. The Drizzle table has no partitions.
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
) PARTITION BY HASH ("organization_id");
--> statement-breakpoint
DO $$
BEGIN
  FOR place IN 0..15 LOOP
    EXECUTE format('CREATE TABLE idempotency_keys_of_%s PARTITION OF idempotency_keys FOR VALUES WITH (MODULUS 16, REMAINDER %s)', place, place);
  END LOOP;
END $$;
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
	"is_cap_reached" boolean DEFAULT false NOT NULL,
	"exceeded_metrics" text[] DEFAULT '{}'::text[] NOT NULL,
	"measured_from" timestamp with time zone,
	"measured_until" timestamp with time zone,
	"reported_violations" text[] DEFAULT '{}'::text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" text NOT NULL,
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
	CONSTRAINT "approvals_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "approvals_place_unique" UNIQUE("place","organization_id"),
	CONSTRAINT "approval_kind_known" CHECK ("approvals"."kind" in ('credit', 'forgive', 'write_off', 'retry', 'credit_note', 'refund', 'plan_change')),
	CONSTRAINT "approval_state_known" CHECK ("approvals"."state" in ('pending', 'approved', 'refused')),
	CONSTRAINT "approval_decided_when_over" CHECK (("approvals"."decided_at" is null) = ("approvals"."state" = 'pending'))
);
--> statement-breakpoint
CREATE TABLE "staff_actions" (
	"id" text NOT NULL,
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
	CONSTRAINT "staff_actions_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "staff_actions_approval_id_unique" UNIQUE("approval_id","organization_id"),
	CONSTRAINT "staff_action_kind_known" CHECK ("staff_actions"."kind" in ('credit', 'forgive', 'write_off', 'retry', 'credit_note', 'refund', 'plan_change')),
	CONSTRAINT "staff_action_amount_not_negative" CHECK ("staff_actions"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"plan" text NOT NULL,
	"usage_billing_enabled" boolean NOT NULL,
	"billing_cycle_anchor" timestamp with time zone NOT NULL,
	"current_period_start" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"payment_method_type" text DEFAULT 'card' NOT NULL,
	"contract" jsonb,
	"earlier_contracts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"invoices_numbered" integer DEFAULT 0 NOT NULL,
	"scheduled_at" timestamp with time zone,
	"scheduled_plan" text,
	"scheduled_usage_billing" boolean,
	"reached_limit" text,
	"exceeded_quotas" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "subscriptions_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "subscriptions_organization_id_unique" UNIQUE("organization_id"),
	CONSTRAINT "plan_known" CHECK ("subscriptions"."plan" in ('free', 'pro', 'team', 'enterprise')),
	CONSTRAINT "period_has_length" CHECK ("subscriptions"."current_period_end" > "subscriptions"."current_period_start"),
	CONSTRAINT "reached_limit_known" CHECK ("subscriptions"."reached_limit" in ('spend_cap', 'spending_limit')),
	CONSTRAINT "payment_method_type_known" CHECK ("subscriptions"."payment_method_type" in ('card', 'invoice')),
	CONSTRAINT "scheduled_change_is_whole" CHECK (num_nulls("subscriptions"."scheduled_at", "subscriptions"."scheduled_plan", "subscriptions"."scheduled_usage_billing") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "resource_spans" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "resource_spans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"metric" text NOT NULL,
	"kind" text NOT NULL,
	"resource_id" text NOT NULL,
	"quantity" bigint DEFAULT 1 NOT NULL,
	"from_seconds" bigint NOT NULL,
	"until_seconds" bigint,
	CONSTRAINT "resource_spans_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "resource_level_not_negative" CHECK ("resource_spans"."quantity" >= 0),
	CONSTRAINT "resource_span_not_backwards" CHECK ("resource_spans"."until_seconds" >= "resource_spans"."from_seconds")
);
--> statement-breakpoint
CREATE TABLE "usage_hours" (
	"organization_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"hour_seconds" bigint NOT NULL,
	"metric" text NOT NULL,
	"category" text NOT NULL,
	"quantity" numeric(30, 0) NOT NULL,
	"highest" bigint NOT NULL,
	CONSTRAINT "usage_hours_organization_id_hour_seconds_project_id_metric_category_pk" PRIMARY KEY("organization_id","hour_seconds","project_id","metric","category")
);
--> statement-breakpoint
CREATE TABLE "usage_minutes" (
	"organization_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"minute_seconds" bigint NOT NULL,
	"metric" text NOT NULL,
	"category" text NOT NULL,
	"quantity" numeric(30, 0) NOT NULL,
	"highest" bigint NOT NULL,
	CONSTRAINT "usage_minutes_organization_id_minute_seconds_project_id_metric_category_pk" PRIMARY KEY("organization_id","minute_seconds","project_id","metric","category")
);
--> statement-breakpoint
-- Partitioned by organization: rows arrive with every batch of usage. The Drizzle table has no partitions.
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
	"replaces" text,
	"replaced_by" text,
	CONSTRAINT "usage_records_organization_id_record_id_pk" PRIMARY KEY("organization_id","record_id"),
	CONSTRAINT "usage_not_negative" CHECK ("usage_records"."quantity" >= 0),
	CONSTRAINT "usage_span_has_length" CHECK ("usage_records"."until_seconds" > "usage_records"."from_seconds")
) PARTITION BY HASH ("organization_id");
--> statement-breakpoint
DO $$
BEGIN
  FOR place IN 0..15 LOOP
    EXECUTE format('CREATE TABLE usage_records_of_%s PARTITION OF usage_records FOR VALUES WITH (MODULUS 16, REMAINDER %s)', place, place);
  END LOOP;
END $$;
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
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "budget_crossings" ADD CONSTRAINT "crossing_of_event" FOREIGN KEY ("event_id","organization_id") REFERENCES "public"."budget_events"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "budget_crossings" ADD CONSTRAINT "crossing_in_period" FOREIGN KEY ("period_id","organization_id") REFERENCES "public"."billing_periods"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "budget_crossings" ADD CONSTRAINT "crossing_of_budget" FOREIGN KEY ("budget_id","organization_id") REFERENCES "public"."budgets"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "budget_events" ADD CONSTRAINT "budget_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "budget_reviews" ADD CONSTRAINT "budget_reviews_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "change_usage_invoice" FOREIGN KEY ("usage_invoice_id","organization_id") REFERENCES "public"."invoices"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "change_invoice" FOREIGN KEY ("invoice_id","organization_id") REFERENCES "public"."invoices"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "change_from_invoice" FOREIGN KEY ("from_invoice_id","organization_id") REFERENCES "public"."invoices"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "change_of_quote" FOREIGN KEY ("quote_id","organization_id") REFERENCES "public"."quotes"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collection_of_invoice" FOREIGN KEY ("invoice_id","organization_id") REFERENCES "public"."invoices"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_note_of_period" FOREIGN KEY ("period_id","organization_id") REFERENCES "public"."billing_periods"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_note_of_invoice" FOREIGN KEY ("invoice_id","organization_id") REFERENCES "public"."invoices"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_note_of_change" FOREIGN KEY ("change_id","organization_id") REFERENCES "public"."changes"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_counts" ADD CONSTRAINT "invoice_counts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "line_of_invoice" FOREIGN KEY ("invoice_id","organization_id") REFERENCES "public"."invoices"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_tallies" ADD CONSTRAINT "invoice_tallies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_failures" ADD CONSTRAINT "job_failures_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "late_invoices" ADD CONSTRAINT "late_invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "late_invoices" ADD CONSTRAINT "late_invoice_as_invoice" FOREIGN KEY ("invoice_id","organization_id") REFERENCES "public"."invoices"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entry_of_transaction" FOREIGN KEY ("transaction_id","organization_id") REFERENCES "public"."ledger_transactions"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "member_logins" ADD CONSTRAINT "member_logins_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notice_addresses" ADD CONSTRAINT "notice_addresses_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "delivery_of_notice" FOREIGN KEY ("notice_id","organization_id") REFERENCES "public"."notices"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "postbox_attachments" ADD CONSTRAINT "postbox_attachments_message_id_postbox_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."postbox_messages"("id") ON DELETE cascade ON UPDATE no action;
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
ALTER TABLE "payments" ADD CONSTRAINT "payment_of_invoice" FOREIGN KEY ("invoice_id","organization_id") REFERENCES "public"."invoices"("id","organization_id") ON DELETE no action ON UPDATE no action;
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
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_price_book_id_price_books_id_fk" FOREIGN KEY ("price_book_id") REFERENCES "public"."price_books"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "period_invoice" FOREIGN KEY ("invoice_id","organization_id") REFERENCES "public"."invoices"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "period_fee_invoice" FOREIGN KEY ("fee_invoice_id","organization_id") REFERENCES "public"."invoices"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "platform_events" ADD CONSTRAINT "platform_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "delivery_of_event" FOREIGN KEY ("event_id","organization_id") REFERENCES "public"."platform_events"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "delivery_of_organization" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "price_announcements" ADD CONSTRAINT "price_announcements_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "price_announcements" ADD CONSTRAINT "price_announcements_price_book_id_price_books_id_fk" FOREIGN KEY ("price_book_id") REFERENCES "public"."price_books"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "project_addons" ADD CONSTRAINT "addon_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "project_replicas" ADD CONSTRAINT "project_replicas_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "project_replicas" ADD CONSTRAINT "replica_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "branch_of_project" FOREIGN KEY ("parent_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "dispute_of_payment" FOREIGN KEY ("payment_id","organization_id") REFERENCES "public"."payments"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_of_payment" FOREIGN KEY ("payment_id","organization_id") REFERENCES "public"."payments"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "restriction_reviews" ADD CONSTRAINT "restriction_reviews_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_actions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_action_on_payment" FOREIGN KEY ("payment_id","organization_id") REFERENCES "public"."payments"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_action_on_invoice" FOREIGN KEY ("invoice_id","organization_id") REFERENCES "public"."invoices"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_action_of_approval" FOREIGN KEY ("approval_id","organization_id") REFERENCES "public"."approvals"("id","organization_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "resource_spans" ADD CONSTRAINT "resource_span_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "usage_hours" ADD CONSTRAINT "usage_hour_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "usage_minutes" ADD CONSTRAINT "usage_minute_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_record_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "usage_totals" ADD CONSTRAINT "usage_total_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "admin_requests_by_age" ON "admin_requests" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "audit_by_organization" ON "audit_entries" USING btree ("organization_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit_entries" USING btree ("organization_id","at","id");
--> statement-breakpoint
CREATE INDEX "budget_crossings_of_period" ON "budget_crossings" USING btree ("period_id");
--> statement-breakpoint
CREATE INDEX "budget_crossings_of_event" ON "budget_crossings" USING btree ("event_id");
--> statement-breakpoint
CREATE INDEX "budget_events_of_organization" ON "budget_events" USING btree ("organization_id","id");
--> statement-breakpoint
CREATE INDEX "budget_events_by_age" ON "budget_events" USING btree ("at");
--> statement-breakpoint
CREATE INDEX "budget_reviews_due" ON "budget_reviews" USING btree ("due_at");
--> statement-breakpoint
CREATE INDEX "budgets_of_organization" ON "budgets" USING btree ("organization_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_change" ON "changes" USING btree ("organization_id") WHERE "changes"."state" = 'open';
--> statement-breakpoint
CREATE UNIQUE INDEX "one_scheduled_change" ON "changes" USING btree ("organization_id") WHERE "changes"."state" = 'scheduled';
--> statement-breakpoint
CREATE UNIQUE INDEX "quote_used_once" ON "changes" USING btree ("quote_id","organization_id") WHERE "changes"."state" in ('open', 'scheduled', 'applied');
--> statement-breakpoint
CREATE INDEX "changes_of_quote" ON "changes" USING btree ("quote_id");
--> statement-breakpoint
CREATE INDEX "changes_by_time" ON "changes" USING btree ("organization_id","created_at");
--> statement-breakpoint
CREATE INDEX "changes_applied" ON "changes" USING btree ("organization_id","settled_at") WHERE "changes"."state" = 'applied' and "changes"."counts_for_limit";
--> statement-breakpoint
CREATE INDEX "changes_of_invoice" ON "changes" USING btree ("from_invoice_id") WHERE "changes"."from_invoice_id" is not null;
--> statement-breakpoint
CREATE INDEX "changes_of_own_invoice" ON "changes" USING btree ("invoice_id") WHERE "changes"."invoice_id" is not null;
--> statement-breakpoint
CREATE INDEX "changes_of_usage_invoice" ON "changes" USING btree ("usage_invoice_id") WHERE "changes"."usage_invoice_id" is not null;
--> statement-breakpoint
CREATE INDEX "quotes_by_age" ON "quotes" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "quotes_of_organization" ON "quotes" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "collections_due" ON "collections" USING btree ("next_try_at");
--> statement-breakpoint
CREATE INDEX "collections_of_organization" ON "collections" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "credit_notes_of_invoice" ON "credit_notes" USING btree ("invoice_id","created_at");
--> statement-breakpoint
CREATE INDEX "credit_notes_of_organization" ON "credit_notes" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "credit_notes_of_change" ON "credit_notes" USING btree ("change_id") WHERE "credit_notes"."change_id" is not null;
--> statement-breakpoint
CREATE INDEX "credit_notes_of_period" ON "credit_notes" USING btree ("period_id") WHERE "credit_notes"."period_id" is not null;
--> statement-breakpoint
CREATE INDEX "events_waiting" ON "gateway_events" USING btree ("run_after") WHERE "gateway_events"."processed_at" is null;
--> statement-breakpoint
CREATE INDEX "events_by_time" ON "gateway_events" USING btree ("created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "work_pending_once" ON "outbox" USING btree ("kind","subject","organization_id") WHERE "outbox"."state" = 'pending';
--> statement-breakpoint
CREATE INDEX "work_due" ON "outbox" USING btree ("run_after") WHERE "outbox"."state" = 'pending';
--> statement-breakpoint
CREATE INDEX "work_of_organization" ON "outbox" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "work_done" ON "outbox" USING btree ("run_after") WHERE "outbox"."state" = 'done';
--> statement-breakpoint
CREATE INDEX "work_dead" ON "outbox" USING btree ("kind") WHERE "outbox"."state" = 'dead';
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
CREATE INDEX "job_failures_of_organization" ON "job_failures" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "late_invoices_as_invoice" ON "late_invoices" USING btree ("invoice_id") WHERE "late_invoices"."invoice_id" is not null;
--> statement-breakpoint
CREATE INDEX "ledger_entries_by_transaction" ON "ledger_entries" USING btree ("transaction_id");
--> statement-breakpoint
CREATE INDEX "ledger_entries_by_account" ON "ledger_entries" USING btree ("organization_id","account");
--> statement-breakpoint
CREATE INDEX "ledger_by_time" ON "ledger_transactions" USING btree ("organization_id","occurred_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "ledger_by_source" ON "ledger_transactions" USING btree ("organization_id","source") WHERE "ledger_transactions"."source" is not null;
--> statement-breakpoint
CREATE INDEX "member_logins_of_member" ON "member_logins" USING btree ("member_id");
--> statement-breakpoint
CREATE INDEX "members_by_email" ON "members" USING btree (lower("primary_email"));
--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "sessions_of_member" ON "sessions" USING btree ("member_id");
--> statement-breakpoint
CREATE INDEX "notice_addresses_bounced" ON "notice_addresses" USING btree ("bounced_at") WHERE "notice_addresses"."bounced_at" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "notice_delivery_once" ON "notice_deliveries" USING btree ("notice_id",lower("address"),"round","organization_id");
--> statement-breakpoint
CREATE INDEX "notice_deliveries_due" ON "notice_deliveries" USING btree ("run_after") WHERE "notice_deliveries"."state" = 'queued';
--> statement-breakpoint
CREATE INDEX "notice_deliveries_of_lane" ON "notice_deliveries" USING btree ("organization_id","id") WHERE "notice_deliveries"."state" = 'queued';
--> statement-breakpoint
CREATE INDEX "notice_deliveries_refused" ON "notice_deliveries" USING btree ("id") WHERE "notice_deliveries"."state" = 'refused';
--> statement-breakpoint
CREATE INDEX "notices_by_time" ON "notices" USING btree ("organization_id","occurred_at","id");
--> statement-breakpoint
CREATE INDEX "notices_of_invoice" ON "notices" USING btree ("organization_id","invoice_id") WHERE "notices"."invoice_id" is not null;
--> statement-breakpoint
CREATE INDEX "notices_by_age" ON "notices" USING btree ("occurred_at");
--> statement-breakpoint
CREATE INDEX "memberships_organization" ON "memberships" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "organizations_closed" ON "organizations" USING btree ("closed_at") WHERE "organizations"."closed_at" is not null;
--> statement-breakpoint
CREATE INDEX "organizations_by_change" ON "organizations" USING btree ("updated_at","id");
--> statement-breakpoint
CREATE INDEX "payment_methods_of_organization" ON "payment_methods" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "untold_expiries" ON "payment_methods" USING btree ("exp_year","exp_month") WHERE "payment_methods"."is_default" and "payment_methods"."told_expiry" is distinct from "payment_methods"."exp_year" * 100 + "payment_methods"."exp_month";
--> statement-breakpoint
CREATE UNIQUE INDEX "one_default_method" ON "payment_methods" USING btree ("organization_id") WHERE "payment_methods"."is_default";
--> statement-breakpoint
CREATE INDEX "open_setup_intents" ON "setup_intents" USING btree ("organization_id") WHERE "setup_intents"."state" = 'open';
--> statement-breakpoint
CREATE INDEX "setup_intents_of_organization" ON "setup_intents" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "setup_intents_by_age" ON "setup_intents" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "payments_of_organization" ON "payments" USING btree ("organization_id","created_at");
--> statement-breakpoint
CREATE INDEX "live_payments" ON "payments" USING btree ("expires_at") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');
--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_payment_of_change" ON "payments" USING btree ("change_id","organization_id") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');
--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_payment_of_top_up" ON "payments" USING btree ("top_up_id","organization_id") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');
--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_payment_of_invoice" ON "payments" USING btree ("invoice_id","organization_id") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');
--> statement-breakpoint
CREATE UNIQUE INDEX "change_paid_once" ON "payments" USING btree ("change_id","organization_id") WHERE "payments"."state" = 'succeeded';
--> statement-breakpoint
CREATE UNIQUE INDEX "top_up_paid_once" ON "payments" USING btree ("top_up_id","organization_id") WHERE "payments"."state" = 'succeeded';
--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_paid_once" ON "payments" USING btree ("invoice_id","organization_id") WHERE "payments"."state" = 'succeeded';
--> statement-breakpoint
CREATE INDEX "payments_of_invoice" ON "payments" USING btree ("invoice_id");
--> statement-breakpoint
CREATE INDEX "open_top_ups" ON "top_ups" USING btree ("organization_id") WHERE "top_ups"."state" = 'open';
--> statement-breakpoint
CREATE INDEX "top_ups_of_organization" ON "top_ups" USING btree ("organization_id");
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
CREATE INDEX "carried_billing_periods" ON "billing_periods" USING btree ("closed_at") WHERE "billing_periods"."invoice_id" is null and "billing_periods"."plan" <> 'free' and not "billing_periods"."is_empty" and not "billing_periods"."has_late_usage";
--> statement-breakpoint
CREATE INDEX "priced_billing_periods" ON "billing_periods" USING btree ("organization_id") WHERE "billing_periods"."priced_lines" is not null;
--> statement-breakpoint
CREATE INDEX "billing_periods_by_close" ON "billing_periods" USING btree ("organization_id","closed_at");
--> statement-breakpoint
CREATE INDEX "billing_periods_with_late_usage" ON "billing_periods" USING btree ("organization_id") WHERE "billing_periods"."has_late_usage";
--> statement-breakpoint
CREATE INDEX "billing_periods_of_fee" ON "billing_periods" USING btree ("fee_invoice_id") WHERE "billing_periods"."fee_invoice_id" is not null;
--> statement-breakpoint
CREATE INDEX "discounts_of_organization" ON "discounts" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "events_by_age" ON "platform_events" USING btree ("at");
--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at","sequence") WHERE "webhook_deliveries"."state" = 'pending';
--> statement-breakpoint
CREATE INDEX "deliveries_in_order" ON "webhook_deliveries" USING btree ("endpoint_id","organization_id","sequence") WHERE "webhook_deliveries"."state" = 'pending';
--> statement-breakpoint
CREATE INDEX "deliveries_of_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","position");
--> statement-breakpoint
CREATE INDEX "deliveries_over" ON "webhook_deliveries" USING btree ("last_attempt_at") WHERE "webhook_deliveries"."state" <> 'pending';
--> statement-breakpoint
CREATE INDEX "deliveries_of_event" ON "webhook_deliveries" USING btree ("event_id");
--> statement-breakpoint
CREATE INDEX "deliveries_of_organization" ON "webhook_deliveries" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "price_announcements_due" ON "price_announcements" USING btree ("price_book_id","organization_id") WHERE "price_announcements"."state" = 'due';
--> statement-breakpoint
CREATE INDEX "price_announcements_of_book" ON "price_announcements" USING btree ("price_book_id");
--> statement-breakpoint
CREATE INDEX "addons_of_organization" ON "project_addons" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "replicas_of_organization" ON "project_replicas" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "replicas_of_project" ON "project_replicas" USING btree ("project_id");
--> statement-breakpoint
CREATE INDEX "projects_by_name" ON "projects" USING btree ("organization_id","name","id");
--> statement-breakpoint
CREATE INDEX "projects_by_age" ON "projects" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "projects_oriole" ON "projects" USING btree ("organization_id") WHERE "projects"."uses_oriole";
--> statement-breakpoint
CREATE INDEX "projects_of_parent" ON "projects" USING btree ("parent_id") WHERE "projects"."parent_id" is not null;
--> statement-breakpoint
CREATE INDEX "open_disputes" ON "disputes" USING btree ("organization_id") WHERE "disputes"."state" = 'open';
--> statement-breakpoint
CREATE INDEX "disputes_of_source" ON "disputes" USING btree ("source");
--> statement-breakpoint
CREATE INDEX "disputes_of_payment" ON "disputes" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "disputes_of_organization" ON "disputes" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "refunds_of_source" ON "refunds" USING btree ("source");
--> statement-breakpoint
CREATE INDEX "refunds_of_organization" ON "refunds" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "captcha_tokens_by_age" ON "captcha_tokens" USING btree ("used_at");
--> statement-breakpoint
CREATE INDEX "captcha_tokens_of_organization" ON "captcha_tokens" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "feedback_of_organization" ON "feedback" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "feedback_by_age" ON "feedback" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "idempotency_keys_unused" ON "idempotency_keys" USING btree ("created_at") WHERE "idempotency_keys"."subject" is null;
--> statement-breakpoint
CREATE INDEX "idempotency_keys_held" ON "idempotency_keys" USING btree ("process_id") WHERE "idempotency_keys"."state" = 'in_progress';
--> statement-breakpoint
CREATE INDEX "rate_limits_by_age" ON "rate_limits" USING btree ("expire");
--> statement-breakpoint
CREATE INDEX "restriction_reviews_due" ON "restriction_reviews" USING btree ("due_at");
--> statement-breakpoint
CREATE INDEX "approvals_of_organization" ON "approvals" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX "staff_actions_of_organization" ON "staff_actions" USING btree ("organization_id","place" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "staff_actions_of_invoice" ON "staff_actions" USING btree ("invoice_id","place") WHERE "staff_actions"."invoice_id" is not null;
--> statement-breakpoint
CREATE INDEX "staff_actions_of_payment" ON "staff_actions" USING btree ("payment_id") WHERE "staff_actions"."payment_id" is not null;
--> statement-breakpoint
CREATE INDEX "subscriptions_by_period_end" ON "subscriptions" USING btree ("current_period_end");
--> statement-breakpoint
CREATE INDEX "open_resource_spans" ON "resource_spans" USING btree ("project_id") WHERE "resource_spans"."until_seconds" is null;
--> statement-breakpoint
CREATE INDEX "resource_spans_by_end" ON "resource_spans" USING btree ("organization_id","until_seconds");
--> statement-breakpoint
CREATE INDEX "usage_hours_by_age" ON "usage_hours" USING brin ("hour_seconds");
--> statement-breakpoint
CREATE INDEX "usage_minutes_by_day" ON "usage_minutes" USING brin (("minute_seconds" / 86400));
--> statement-breakpoint
CREATE INDEX "usage_records_by_time" ON "usage_records" USING btree ("project_id","from_seconds");
--> statement-breakpoint
CREATE INDEX "usage_record_spans" ON "usage_records" USING btree ("organization_id","until_seconds") WHERE "usage_records"."until_seconds" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "one_correction_of_a_record" ON "usage_records" USING btree ("organization_id","replaces") WHERE "usage_records"."replaces" is not null;
--> statement-breakpoint
CREATE INDEX "usage_records_by_age" ON "usage_records" USING brin ("from_seconds");
--> statement-breakpoint
CREATE INDEX "usage_records_of_phone_mfa" ON "usage_records" USING btree ("project_id","from_seconds") WHERE "usage_records"."metric" = 'AUTH_MFA_PHONE';
