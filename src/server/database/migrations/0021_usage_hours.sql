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
ALTER TABLE "usage_hours" ADD CONSTRAINT "usage_hour_of_project" FOREIGN KEY ("project_id","organization_id") REFERENCES "public"."projects"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "usage_hours_by_age" ON "usage_hours" USING brin ("hour_seconds");
--> statement-breakpoint
-- Kept by triggers, so that a program from before this table keeps it too. In the order of its key: parallel batches of one organization
-- never wait for each other in a circle.
CREATE FUNCTION add_usage_hours() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO usage_hours AS held (organization_id, hour_seconds, project_id, metric, category, quantity, highest)
    SELECT organization_id, from_seconds / 3600 * 3600, project_id, metric, coalesce(category, ''), sum(quantity), max(quantity)
    FROM added WHERE until_seconds IS NULL AND replaced_by IS NULL
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (organization_id, hour_seconds, project_id, metric, category)
    DO UPDATE SET quantity = held.quantity + excluded.quantity, highest = greatest(held.highest, excluded.highest);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Who changes records holds their organization's lock alone: nothing is added to their hours meanwhile.
CREATE FUNCTION sum_usage_hours_again() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  WITH touched AS (
    SELECT organization_id, from_seconds / 3600 * 3600 AS hour_seconds, project_id, metric FROM removed WHERE until_seconds IS NULL
    UNION SELECT organization_id, from_seconds / 3600 * 3600, project_id, metric FROM added WHERE until_seconds IS NULL
  )
  DELETE FROM usage_hours AS held USING touched
    WHERE held.organization_id = touched.organization_id AND held.hour_seconds = touched.hour_seconds
      AND held.project_id = touched.project_id AND held.metric = touched.metric;
  INSERT INTO usage_hours (organization_id, hour_seconds, project_id, metric, category, quantity, highest)
    SELECT touched.organization_id, touched.hour_seconds, touched.project_id, touched.metric, coalesce(record.category, ''),
      sum(record.quantity), max(record.quantity)
    FROM (
      SELECT organization_id, from_seconds / 3600 * 3600 AS hour_seconds, project_id, metric FROM removed WHERE until_seconds IS NULL
      UNION SELECT organization_id, from_seconds / 3600 * 3600, project_id, metric FROM added WHERE until_seconds IS NULL
    ) AS touched
    JOIN usage_records AS record ON record.organization_id = touched.organization_id AND record.project_id = touched.project_id
      AND record.metric = touched.metric AND record.from_seconds >= touched.hour_seconds AND record.from_seconds < touched.hour_seconds + 3600
    WHERE record.until_seconds IS NULL AND record.replaced_by IS NULL
    GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER usage_records_hours AFTER INSERT ON usage_records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_usage_hours();
--> statement-breakpoint
CREATE TRIGGER usage_records_hours_changed AFTER UPDATE ON usage_records REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_usage_hours_again();
--> statement-breakpoint
-- The triggers are there, and their making holds off other writers until the end: no record is missed and none counts twice.
INSERT INTO usage_hours (organization_id, hour_seconds, project_id, metric, category, quantity, highest)
  SELECT organization_id, from_seconds / 3600 * 3600, project_id, metric, coalesce(category, ''), sum(quantity), max(quantity)
  FROM usage_records WHERE until_seconds IS NULL AND replaced_by IS NULL
  GROUP BY 1, 2, 3, 4, 5;
