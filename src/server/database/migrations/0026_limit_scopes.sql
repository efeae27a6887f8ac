-- beside the version before: it writes no other budgets without the rule, and reads the new ones as budgets of a project
ALTER TABLE "budgets" DROP CONSTRAINT IF EXISTS "only_organizations_stop";--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN IF NOT EXISTS "window" text DEFAULT 'cycle' NOT NULL;--> statement-breakpoint
-- beside the version before: it stops charges only for organizations, which the rule allows
ALTER TABLE "budgets" ADD CONSTRAINT "part_limits_count_overage" CHECK ("budgets"."at_limit" = 'alert' or "budgets"."scope" = 'organization' or "budgets"."basis" = 'overage');--> statement-breakpoint
-- beside the version before: its budgets have the default window, which the rule allows
ALTER TABLE "budgets" ADD CONSTRAINT "daily_limits_stop_metrics" CHECK ("budgets"."window" = 'cycle' or ("budgets"."at_limit" = 'stop' and "budgets"."scope" like 'metric:%'));--> statement-breakpoint
ALTER TABLE "budget_reviews" ADD COLUMN IF NOT EXISTS "reached_parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD COLUMN IF NOT EXISTS "last_day_charges" jsonb;--> statement-breakpoint
-- beside the version before: the trigger is created again in the same transaction
DROP TRIGGER IF EXISTS audited ON budgets;--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON budgets
  FOR EACH ROW
  EXECUTE FUNCTION write_audit('budget', 'id', 'name', 'scope', 'window', 'basis', 'amount_cents', 'thresholds', 'at_limit', 'recipients', 'version');--> statement-breakpoint
-- Records an event for each limit on a project or metric that is newly reached, or no longer.
CREATE OR REPLACE FUNCTION record_part_limits(of_organization integer, before jsonb, after jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  facts jsonb;
BEGIN
  SELECT jsonb_build_object('limit', 'spending_limit', 'plan', plan) INTO facts FROM subscriptions WHERE organization_id = of_organization;
  IF facts IS NULL THEN
    RETURN;
  END IF;
  PERFORM record_event(of_organization, 'limit.lifted', facts || part)
    FROM jsonb_array_elements(before) AS part WHERE NOT after @> jsonb_build_array(part);
  PERFORM record_event(of_organization, 'limit.reached', facts || part)
    FROM jsonb_array_elements(after) AS part WHERE NOT before @> jsonb_build_array(part);
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_part_limits() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  before jsonb := '[]';
  after jsonb := '[]';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    SELECT coalesce(jsonb_agg(part - 'sinceSeconds'), '[]') INTO before FROM jsonb_array_elements(OLD.reached_parts) AS part;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT coalesce(jsonb_agg(part - 'sinceSeconds'), '[]') INTO after FROM jsonb_array_elements(NEW.reached_parts) AS part;
  END IF;
  PERFORM record_part_limits(coalesce(NEW.organization_id, OLD.organization_id), before, after);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER part_limits_new AFTER INSERT ON budget_reviews DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.reached_parts <> '[]' AND events_are_on()) EXECUTE FUNCTION note_part_limits();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER part_limits AFTER UPDATE ON budget_reviews DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.reached_parts <> NEW.reached_parts AND events_are_on()) EXECUTE FUNCTION note_part_limits();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER part_limits_gone AFTER DELETE ON budget_reviews DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.reached_parts <> '[]' AND events_are_on()) EXECUTE FUNCTION note_part_limits();
