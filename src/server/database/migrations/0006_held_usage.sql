CREATE TABLE "correction_sums" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "correction_sums_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"sent_by" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "correction_sums_pkey" PRIMARY KEY("id","organization_id")
);
--> statement-breakpoint
CREATE TABLE "held_usage" (
	"organization_id" integer NOT NULL,
	"approval_id" text NOT NULL,
	"record_id" text NOT NULL,
	"project_id" integer NOT NULL,
	"metric" text NOT NULL,
	"kind" text NOT NULL,
	"resource_id" text NOT NULL,
	"category" text,
	"from_seconds" bigint NOT NULL,
	"until_seconds" bigint,
	"quantity" bigint NOT NULL,
	"replaces" text,
	"state" text DEFAULT 'held' NOT NULL,
	CONSTRAINT "held_usage_pkey" PRIMARY KEY("organization_id","approval_id","record_id"),
	CONSTRAINT "held_usage_state_known" CHECK ("held_usage"."state" in ('held', 'released', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"organization_id" integer NOT NULL,
	"metric" text NOT NULL,
	"day" integer NOT NULL,
	"project_id" integer NOT NULL,
	"resource_id" text NOT NULL,
	"quantity" numeric(38, 0) NOT NULL,
	"highest" bigint NOT NULL,
	"hours" bigint NOT NULL,
	"longest_hours" bigint NOT NULL,
	CONSTRAINT "usage_days_pkey" PRIMARY KEY("organization_id","metric","day","project_id","resource_id")
);
--> statement-breakpoint
-- beside the version before: the list of kinds only grows, and older processes write none of the new ones.
ALTER TABLE "platform_approvals" DROP CONSTRAINT "platform_approval_kind_known";--> statement-breakpoint
-- beside the version before: the list of kinds only grows, and older processes write none of the new ones.
ALTER TABLE "approvals" DROP CONSTRAINT "approval_kind_known";--> statement-breakpoint
-- beside the version before: the list of kinds only grows, and older processes write none of the new ones.
ALTER TABLE "staff_actions" DROP CONSTRAINT "staff_action_kind_known";--> statement-breakpoint
ALTER TABLE "price_books" ADD COLUMN "lowers_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "price_books" ADD COLUMN "published_by" text;--> statement-breakpoint
ALTER TABLE "correction_sums" ADD CONSTRAINT "correction_sums_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_usage" ADD CONSTRAINT "held_usage_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_usage" ADD CONSTRAINT "held_usage_of_approval" FOREIGN KEY ("approval_id","organization_id") REFERENCES "public"."approvals"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_day_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "correction_sums_of_organization" ON "correction_sums" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "correction_sums_by_time" ON "correction_sums" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "held_usage_once" ON "held_usage" USING btree ("organization_id","record_id") WHERE "held_usage"."state" = 'held';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "held_usage_of_projects" ON "held_usage" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "usage_days_of_projects" ON "usage_days" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "usage_days_by_age" ON "usage_days" USING brin ("day");--> statement-breakpoint
-- beside the version before: the list of kinds only grows, and older processes write none of the new ones.
ALTER TABLE "platform_approvals" ADD CONSTRAINT "platform_approval_kind_known" CHECK ("platform_approvals"."kind" in ('approval_limits', 'price_book'));--> statement-breakpoint
-- beside the version before: the list of kinds only grows, and older processes write none of the new ones.
ALTER TABLE "approvals" ADD CONSTRAINT "approval_kind_known" CHECK ("approvals"."kind" in ('credit', 'forgive', 'write_off', 'retry', 'credit_note', 'refund', 'plan_change', 'usage', 'usage_correction', 'terms'));--> statement-breakpoint
-- beside the version before: the list of kinds only grows, and older processes write none of the new ones.
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_action_kind_known" CHECK ("staff_actions"."kind" in ('credit', 'forgive', 'write_off', 'retry', 'credit_note', 'refund', 'plan_change', 'usage', 'usage_correction', 'terms'));
--> statement-breakpoint
-- Rows are written in key order: parallel batches of one organization cannot deadlock.
CREATE FUNCTION add_usage_days() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO usage_days AS held (organization_id, metric, day, project_id, resource_id, quantity, highest, hours, longest_hours)
    SELECT organization_id, metric, from_seconds / 86400, project_id, CASE WHEN until_seconds IS NULL THEN '' ELSE resource_id END,
      sum(quantity::numeric * coalesce(started, 1)), max(quantity), coalesce(sum(started), 0), coalesce(max(started), 0)
    FROM added, LATERAL (SELECT (until_seconds + 3599) / 3600 - from_seconds / 3600) AS span (started)
    WHERE replaced_by IS NULL
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (organization_id, metric, day, project_id, resource_id)
    DO UPDATE SET quantity = held.quantity + excluded.quantity, highest = greatest(held.highest, excluded.highest),
      hours = held.hours + excluded.hours, longest_hours = greatest(held.longest_hours, excluded.longest_hours);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A transaction that changes records holds the exclusive lock of their organization: no day is added to at the same time.
CREATE FUNCTION sum_usage_days_again() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  WITH touched AS (
    SELECT organization_id, metric, from_seconds / 86400 AS day, project_id FROM removed
    UNION SELECT organization_id, metric, from_seconds / 86400, project_id FROM added
  )
  DELETE FROM usage_days AS held USING touched
    WHERE held.organization_id = touched.organization_id AND held.metric = touched.metric AND held.day = touched.day
      AND held.project_id = touched.project_id;
  INSERT INTO usage_days (organization_id, metric, day, project_id, resource_id, quantity, highest, hours, longest_hours)
    SELECT touched.organization_id, touched.metric, touched.day, touched.project_id,
      CASE WHEN record.until_seconds IS NULL THEN '' ELSE record.resource_id END,
      sum(record.quantity::numeric * coalesce(started, 1)), max(record.quantity), coalesce(sum(started), 0), coalesce(max(started), 0)
    FROM (
      SELECT organization_id, metric, from_seconds / 86400 AS day, project_id FROM removed
      UNION SELECT organization_id, metric, from_seconds / 86400, project_id FROM added
    ) AS touched
    JOIN usage_records AS record ON record.organization_id = touched.organization_id AND record.project_id = touched.project_id
      AND record.metric = touched.metric AND record.from_seconds >= touched.day * 86400::bigint
      AND record.from_seconds < (touched.day + 1) * 86400::bigint,
    LATERAL (SELECT (record.until_seconds + 3599) / 3600 - record.from_seconds / 3600) AS span (started)
    WHERE record.replaced_by IS NULL
    GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER usage_records_days AFTER INSERT ON usage_records REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_usage_days();
--> statement-breakpoint
CREATE TRIGGER usage_records_days_changed AFTER UPDATE ON usage_records REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sum_usage_days_again();
--> statement-breakpoint
-- Days of the last 130 days, from the records.
INSERT INTO usage_days (organization_id, metric, day, project_id, resource_id, quantity, highest, hours, longest_hours)
  SELECT organization_id, metric, from_seconds / 86400, project_id, CASE WHEN until_seconds IS NULL THEN '' ELSE resource_id END,
    sum(quantity::numeric * coalesce(started, 1)), max(quantity), coalesce(sum(started), 0), coalesce(max(started), 0)
  FROM usage_records, LATERAL (SELECT (until_seconds + 3599) / 3600 - from_seconds / 3600) AS span (started)
  WHERE replaced_by IS NULL AND from_seconds > extract(epoch FROM now() + clock_lead())::bigint - 130 * 86400
  GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO NOTHING;
