CREATE TABLE "invoice_lines" (
	"invoice_id" text NOT NULL,
	"position" integer NOT NULL,
	"period_id" bigint,
	"key" text NOT NULL,
	"carried_over" boolean NOT NULL,
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
CREATE TABLE "billing_periods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "billing_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"plan" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"fee_charged_cents" bigint NOT NULL,
	"contract" jsonb,
	"cap_initially_on" boolean NOT NULL,
	"cap_changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"invoice_id" text,
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
CREATE TABLE "restriction_reviews" (
	"organization_id" integer PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone,
	"quota_case_at" timestamp with time zone,
	"quota_case_violations" text[] DEFAULT '{}'::text[] NOT NULL,
	"exceeded_since" timestamp with time zone,
	"reported_violations" text[] DEFAULT '{}'::text[] NOT NULL
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
ALTER TABLE "invoices" ADD COLUMN "kind" text NOT NULL DEFAULT 'cycle';--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "kind" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "finalizes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "finalized_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "free_project_limit" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "invoices_numbered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restriction_reviews" ADD CONSTRAINT "restriction_reviews_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_spans" ADD CONSTRAINT "resource_span_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_record_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_totals" ADD CONSTRAINT "usage_total_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_lines_of_period" ON "invoice_lines" USING btree ("period_id") WHERE "invoice_lines"."period_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_running_period" ON "billing_periods" USING btree ("organization_id") WHERE "billing_periods"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "billing_periods_by_time" ON "billing_periods" USING btree ("organization_id","starts_at");--> statement-breakpoint
CREATE INDEX "billing_periods_of_invoice" ON "billing_periods" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "discounts_of_organization" ON "discounts" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "restriction_reviews_due" ON "restriction_reviews" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "resource_spans_by_end" ON "resource_spans" USING btree ("organization_id","until_seconds");--> statement-breakpoint
CREATE INDEX "usage_records_by_time" ON "usage_records" USING btree ("project_id","from_seconds");--> statement-breakpoint
CREATE INDEX "usage_record_spans" ON "usage_records" USING btree ("organization_id","until_seconds") WHERE "usage_records"."until_seconds" is not null;--> statement-breakpoint
CREATE INDEX "invoices_to_finalize" ON "invoices" USING btree ("finalizes_at") WHERE "invoices"."status" = 'draft';--> statement-breakpoint
CREATE INDEX "invoices_outstanding" ON "invoices" USING btree ("organization_id","due_at") WHERE "invoices"."status" in ('open', 'issued');--> statement-breakpoint
CREATE INDEX "subscriptions_by_period_end" ON "subscriptions" USING btree ("current_period_end");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoice_kind_known" CHECK ("invoices"."kind" in ('start', 'cycle', 'plan_change', 'spend_cap', 'final'));--> statement-breakpoint
-- Subscriptions made before there was a timeline begin theirs with the running cycle.
INSERT INTO "billing_periods" ("organization_id", "plan", "starts_at", "ends_at", "fee_charged_cents", "contract", "cap_initially_on")
  SELECT "organization_id", "plan", "current_period_start", "current_period_end",
    CASE "plan" WHEN 'pro' THEN 2500 WHEN 'team' THEN 59900 ELSE coalesce(("contract"->>'planPriceCents')::bigint, 0) END,
    "contract", NOT "usage_billing_enabled"
  FROM "subscriptions";--> statement-breakpoint
UPDATE "subscriptions" SET "invoices_numbered" = c."count" FROM "invoice_counts" c WHERE c."organization_id" = "subscriptions"."organization_id";
