CREATE TABLE "budget_crossings" (
	"budget_id" text NOT NULL,
	"version" integer NOT NULL,
	"period_id" bigint NOT NULL,
	"percent" integer NOT NULL,
	"on" text NOT NULL,
	"crossed_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"event_id" bigint NOT NULL,
	CONSTRAINT "budget_crossings_budget_id_version_period_id_percent_on_pk" PRIMARY KEY("budget_id","version","period_id","percent","on")
);
--> statement-breakpoint
CREATE TABLE "budget_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "budget_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"projected_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "budget_reviews" (
	"organization_id" integer PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone,
	"is_limit_reached" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "budgets" (
	"id" text PRIMARY KEY NOT NULL,
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
	CONSTRAINT "budget_amount_not_negative" CHECK ("budgets"."amount_cents" >= 0),
	CONSTRAINT "only_organizations_stop" CHECK ("budgets"."at_limit" = 'alert' or "budgets"."scope" = 'organization')
);
--> statement-breakpoint
ALTER TABLE "billing_periods" ADD COLUMN "limit_changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD COLUMN "limit_fixed_cents" bigint;--> statement-breakpoint
ALTER TABLE "budget_crossings" ADD CONSTRAINT "budget_crossings_budget_id_budgets_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."budgets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_crossings" ADD CONSTRAINT "budget_crossings_period_id_billing_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."billing_periods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_crossings" ADD CONSTRAINT "budget_crossings_event_id_budget_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."budget_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_events" ADD CONSTRAINT "budget_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_reviews" ADD CONSTRAINT "budget_reviews_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "budget_events_of_organization" ON "budget_events" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "budget_reviews_due" ON "budget_reviews" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "budgets_of_organization" ON "budgets" USING btree ("organization_id");--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON budgets FOR EACH ROW EXECUTE FUNCTION write_audit('budget', 'id', 'name', 'scope', 'basis', 'amount_cents', 'thresholds', 'at_limit', 'recipients', 'version');
