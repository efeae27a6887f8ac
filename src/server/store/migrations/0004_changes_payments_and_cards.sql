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
	"invoice_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "change_of_organization" UNIQUE("id","organization_id"),
	CONSTRAINT "change_state_known" CHECK ("changes"."state" in ('open', 'scheduled', 'applied', 'failed', 'canceled', 'expired')),
	CONSTRAINT "change_kind_known" CHECK ("changes"."kind" in ('plan_change', 'spend_cap')),
	CONSTRAINT "change_charge_not_negative" CHECK ("changes"."charge_cents" >= 0),
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
	"run_after" timestamp with time zone NOT NULL,
	"last_error" text,
	CONSTRAINT "work_state_known" CHECK ("outbox"."state" in ('pending', 'done', 'dead'))
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
	"secret" text,
	"failure_code" text,
	"decline_code" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
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
CREATE TABLE "captcha_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
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
	"status" smallint,
	"response" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_key_pk" PRIMARY KEY("organization_id","key"),
	CONSTRAINT "answer_when_done" CHECK (("idempotency_keys"."state" = 'done') = ("idempotency_keys"."status" is not null))
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"name" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_windows_name_started_at_pk" PRIMARY KEY("name","started_at")
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "account_known";--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "change_of_quote" FOREIGN KEY ("quote_id","organization_id") REFERENCES "public"."quotes"("id","organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setup_intents" ADD CONSTRAINT "setup_intents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payment_of_change" FOREIGN KEY ("change_id","organization_id") REFERENCES "public"."changes"("id","organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payment_of_top_up" FOREIGN KEY ("top_up_id","organization_id") REFERENCES "public"."top_ups"("id","organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_change" ON "changes" USING btree ("organization_id") WHERE "changes"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "one_scheduled_change" ON "changes" USING btree ("organization_id") WHERE "changes"."state" = 'scheduled';--> statement-breakpoint
CREATE UNIQUE INDEX "quote_used_once" ON "changes" USING btree ("quote_id") WHERE "changes"."state" in ('open', 'scheduled', 'applied');--> statement-breakpoint
CREATE INDEX "changes_by_time" ON "changes" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "quotes_by_age" ON "quotes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "collections_due" ON "collections" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "events_waiting" ON "gateway_events" USING btree ("run_after") WHERE "gateway_events"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "events_by_time" ON "gateway_events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "work_pending_once" ON "outbox" USING btree ("kind","subject") WHERE "outbox"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "work_due" ON "outbox" USING btree ("run_after") WHERE "outbox"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "payment_methods_of_organization" ON "payment_methods" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_default_method" ON "payment_methods" USING btree ("organization_id") WHERE "payment_methods"."is_default";--> statement-breakpoint
CREATE INDEX "open_setup_intents" ON "setup_intents" USING btree ("organization_id") WHERE "setup_intents"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payments_of_organization" ON "payments" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "live_payments" ON "payments" USING btree ("expires_at") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_payment_of_change" ON "payments" USING btree ("change_id") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_payment_of_top_up" ON "payments" USING btree ("top_up_id") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_payment_of_invoice" ON "payments" USING btree ("invoice_id") WHERE "payments"."state" in ('sending', 'requires_action', 'requires_method', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "change_paid_once" ON "payments" USING btree ("change_id") WHERE "payments"."state" = 'succeeded';--> statement-breakpoint
CREATE UNIQUE INDEX "top_up_paid_once" ON "payments" USING btree ("top_up_id") WHERE "payments"."state" = 'succeeded';--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_paid_once" ON "payments" USING btree ("invoice_id") WHERE "payments"."state" = 'succeeded';--> statement-breakpoint
CREATE INDEX "payments_of_invoice" ON "payments" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "open_top_ups" ON "top_ups" USING btree ("organization_id") WHERE "top_ups"."state" = 'open';--> statement-breakpoint
CREATE INDEX "captcha_tokens_by_age" ON "captcha_tokens" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_windows_by_age" ON "rate_windows" USING btree ("started_at");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "account_known" CHECK ("ledger_entries"."account" in ('customer_credit', 'receivable', 'cash', 'revenue', 'goodwill', 'unapplied'));