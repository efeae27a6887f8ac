CREATE TABLE "invoice_counts" (
	"organization_id" integer PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" integer NOT NULL,
	"subscription_id" text NOT NULL,
	"number" text NOT NULL,
	"status" text NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"amount_due_cents" bigint NOT NULL,
	"payment_attempted" boolean DEFAULT false NOT NULL,
	"payment_is_processing" boolean DEFAULT false NOT NULL,
	"pdf_path" text,
	CONSTRAINT "invoice_number_once" UNIQUE("organization_id","number"),
	CONSTRAINT "invoice_status_known" CHECK ("invoices"."status" in ('draft', 'paid', 'void', 'open', 'issued', 'uncollectible')),
	CONSTRAINT "amount_due_not_negative" CHECK ("invoices"."amount_due_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"organization_id" integer NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "amount_not_zero" CHECK ("ledger_entries"."amount_cents" <> 0),
	CONSTRAINT "account_known" CHECK ("ledger_entries"."account" in ('customer_credit', 'receivable', 'cash', 'revenue', 'goodwill'))
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"business_key" text NOT NULL,
	"description" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"entry_count" smallint NOT NULL,
	CONSTRAINT "ledger_transactions_business_key_unique" UNIQUE("business_key"),
	CONSTRAINT "ledger_transaction_of_organization" UNIQUE("id","organization_id"),
	CONSTRAINT "at_least_two_entries" CHECK ("ledger_transactions"."entry_count" >= 2)
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"handle" text NOT NULL,
	"username" text NOT NULL,
	"primary_email" text NOT NULL,
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
	CONSTRAINT "restriction_has_violations" CHECK ("organizations"."restriction_status" is null or cardinality("organizations"."violations") > 0)
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
ALTER TABLE "invoice_counts" ADD CONSTRAINT "invoice_counts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entry_of_transaction" FOREIGN KEY ("transaction_id","organization_id") REFERENCES "public"."ledger_transactions"("id","organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scripted_faults" ADD CONSTRAINT "scripted_faults_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_addons" ADD CONSTRAINT "project_addons_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_newest_first" ON "invoices" USING btree ("organization_id","period_end" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ledger_entries_by_transaction" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_account" ON "ledger_entries" USING btree ("organization_id","account");--> statement-breakpoint
CREATE INDEX "ledger_by_time" ON "ledger_transactions" USING btree ("organization_id","occurred_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "memberships_organization" ON "memberships" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "projects_by_name" ON "projects" USING btree ("organization_id","name","id");--> statement-breakpoint
CREATE INDEX "projects_by_age" ON "projects" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "projects_oriole" ON "projects" USING btree ("organization_id") WHERE "projects"."uses_oriole";--> statement-breakpoint
CREATE UNIQUE INDEX "projects_of_organization" ON "projects" USING btree ("id","organization_id");