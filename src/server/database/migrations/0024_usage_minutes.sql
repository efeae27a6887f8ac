-- Takes at once all that this migration and the next need, and lets go of it where one table is in use, as 0019 does.
DO $$
DECLARE
  usual text := current_setting('lock_timeout');
BEGIN
  -- Shorter than the time after which the database looks for a deadlock.
  PERFORM set_config('lock_timeout', '100ms', true);
  FOR attempt IN 1..3000 LOOP
    BEGIN
      LOCK TABLE projects, usage_records IN SHARE ROW EXCLUSIVE MODE;
      LOCK TABLE budget_crossings, collections, invoice_lines, outbox, payment_methods, project_addons IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      IF attempt = 3000 THEN RAISE; END IF;
      PERFORM pg_sleep(random() * 0.1);
    END;
  END LOOP;
  PERFORM set_config('lock_timeout', usual, true);
END $$;
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
ALTER TABLE "usage_minutes" ADD CONSTRAINT "usage_minute_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "usage_minutes_by_day" ON "usage_minutes" USING brin (("minute_seconds" / 86400));
--> statement-breakpoint
-- Kept like the hours, and for the same reasons.
CREATE FUNCTION add_usage_minutes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO usage_minutes AS held (organization_id, minute_seconds, project_id, metric, category, quantity, highest)
    SELECT organization_id, from_seconds / 60 * 60, project_id, metric, coalesce(category, ''), sum(quantity), max(quantity)
    FROM added WHERE until_seconds IS NULL AND replaced_by IS NULL
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (organization_id, minute_seconds, project_id, metric, category)
    DO UPDATE SET quantity = held.quantity + excluded.quantity, highest = greatest(held.highest, excluded.highest);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sum_usage_minutes_again() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  WITH touched AS (
    SELECT organization_id, from_seconds / 60 * 60 AS minute_seconds, project_id, metric FROM removed WHERE until_seconds IS NULL
    UNION SELECT organization_id, from_seconds / 60 * 60, project_id, metric FROM added WHERE until_seconds IS NULL
  )
  DELETE FROM usage_minutes AS held USING touched
    WHERE held.organization_id = touched.organization_id AND held.minute_seconds = touched.minute_seconds
      AND held.project_id = touched.project_id AND held.metric = touched.metric;
  INSERT INTO usage_minutes (organization_id, minute_seconds, project_id, metric, category, quantity, highest)
    SELECT touched.organization_id, touched.minute_seconds, touched.project_id, touched.metric, coalesce(record.category, ''),
      sum(record.quantity), max(record.quantity)
    FROM (
      SELECT organization_id, from_seconds / 60 * 60 AS minute_seconds, project_id, metric FROM removed WHERE until_seconds IS NULL
      UNION SELECT organization_id, from_seconds / 60 * 60, project_id, metric FROM added WHERE until_seconds IS NULL
    ) AS touched
    JOIN usage_records AS record ON record.organization_id = touched.organization_id AND record.project_id = touched.project_id
      AND record.metric = touched.metric AND record.from_seconds >= touched.minute_seconds AND record.from_seconds < touched.minute_seconds + 60
    WHERE record.until_seconds IS NULL AND record.replaced_by IS NULL
    GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER usage_records_minutes AFTER INSERT ON usage_records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_usage_minutes();
--> statement-breakpoint
CREATE TRIGGER usage_records_minutes_changed AFTER UPDATE ON usage_records REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_usage_minutes_again();
--> statement-breakpoint
-- The triggers are there, and their making holds off other writers until the end: no record is missed and none counts twice.
INSERT INTO usage_minutes (organization_id, minute_seconds, project_id, metric, category, quantity, highest)
  SELECT organization_id, from_seconds / 60 * 60, project_id, metric, coalesce(category, ''), sum(quantity), max(quantity)
  FROM usage_records WHERE until_seconds IS NULL AND replaced_by IS NULL
  GROUP BY 1, 2, 3, 4, 5;
