ALTER TABLE "billing_periods" ADD COLUMN "priced_lines" jsonb;--> statement-breakpoint
CREATE INDEX "carried_billing_periods" ON "billing_periods" USING btree ("closed_at") WHERE "billing_periods"."invoice_id" is null and "billing_periods"."plan" <> 'free' and not "billing_periods"."is_empty" and not "billing_periods"."has_late_usage";--> statement-breakpoint
CREATE INDEX "priced_billing_periods" ON "billing_periods" USING btree ("organization_id") WHERE "billing_periods"."priced_lines" is not null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refill_empty_periods() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE billing_periods SET is_empty = false, priced_lines = NULL WHERE id IN (
    SELECT period.id FROM billing_periods AS period
    WHERE (period.is_empty OR period.priced_lines IS NOT NULL) AND EXISTS (
      SELECT 1 FROM added
      WHERE added.organization_id = period.organization_id
        AND added.from_seconds < extract(epoch FROM period.closed_at)
        AND (added.until_seconds IS NULL OR added.until_seconds > extract(epoch FROM date_trunc('hour', period.starts_at)))
        AND (added.until_seconds IS NOT NULL OR TG_TABLE_NAME = 'resource_spans' OR added.from_seconds >= extract(epoch FROM period.starts_at))
    )
    ORDER BY period.id FOR UPDATE
  );
  RETURN NULL;
END $$;
