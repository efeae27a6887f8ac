ALTER TABLE "restriction_reviews" ADD COLUMN "exceeded_metrics" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "restriction_reviews" ADD COLUMN "is_cap_reached" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "reached_limit" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "exceeded_quotas" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
-- beside the version before: it does not write this column, which then holds null.
ALTER TABLE "subscriptions" ADD CONSTRAINT "reached_limit_known" CHECK ("subscriptions"."reached_limit" in ('spend_cap', 'spending_limit'));--> statement-breakpoint
UPDATE restriction_reviews SET is_cap_reached = true WHERE exceeded_since IS NOT NULL;
--> statement-breakpoint
-- The limit that stops an organization's charges, at the commit of whatever changes it, with an event for each crossing. Cap and limit
-- exclude each other: which one counts depends on `usage_billing_enabled`.
CREATE FUNCTION note_limits_of(of_organization integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  terms subscriptions%ROWTYPE;
  review restriction_reviews%ROWTYPE;
  reached text;
  quotas text[] := '{}';
  quota text;
  facts jsonb;
BEGIN
  SELECT * INTO terms FROM subscriptions WHERE organization_id = of_organization FOR UPDATE;
  IF terms.id IS NULL THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM organizations WHERE id = of_organization AND closed_at IS NULL) THEN
    SELECT * INTO review FROM restriction_reviews WHERE organization_id = of_organization;
    IF NOT terms.usage_billing_enabled AND review.is_cap_reached THEN
      reached := 'spend_cap';
      quotas := review.exceeded_metrics;
    ELSIF terms.usage_billing_enabled AND EXISTS (
      SELECT FROM budget_reviews WHERE organization_id = of_organization AND is_limit_reached) THEN
      reached := 'spending_limit';
    END IF;
  END IF;
  IF (reached, quotas) IS NOT DISTINCT FROM (terms.reached_limit, terms.exceeded_quotas) THEN
    RETURN;
  END IF;
  UPDATE subscriptions SET reached_limit = reached, exceeded_quotas = quotas WHERE id = terms.id AND organization_id = of_organization;
  IF NOT events_are_on() THEN
    RETURN;
  END IF;
  FOREACH quota IN ARRAY quotas LOOP
    IF NOT quota = ANY (terms.exceeded_quotas) THEN
      PERFORM record_event(of_organization, 'quota.exceeded', jsonb_build_object(
        'metric', quota, 'plan', terms.plan, 'spend_cap_on', NOT terms.usage_billing_enabled));
    END IF;
  END LOOP;
  facts := jsonb_build_object('scope', 'organization', 'window', 'cycle', 'plan', terms.plan);
  IF terms.reached_limit IS DISTINCT FROM reached THEN
    IF terms.reached_limit IS NOT NULL THEN
      PERFORM record_event(of_organization, 'limit.lifted', facts || jsonb_build_object('limit', terms.reached_limit));
    END IF;
    IF reached IS NOT NULL THEN
      PERFORM record_event(of_organization, 'limit.reached', facts || jsonb_build_object('limit', reached));
    END IF;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_limits() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note_limits_of(OLD.organization_id);
  ELSE
    PERFORM note_limits_of(NEW.organization_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_limits_of_closed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM note_limits_of(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits_new AFTER INSERT ON restriction_reviews DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.is_cap_reached) EXECUTE FUNCTION note_limits();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits AFTER UPDATE ON restriction_reviews DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.is_cap_reached, OLD.exceeded_metrics) IS DISTINCT FROM (NEW.is_cap_reached, NEW.exceeded_metrics))
  EXECUTE FUNCTION note_limits();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits_new AFTER INSERT ON budget_reviews DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.is_limit_reached) EXECUTE FUNCTION note_limits();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits AFTER UPDATE ON budget_reviews DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.is_limit_reached <> NEW.is_limit_reached) EXECUTE FUNCTION note_limits();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits_gone AFTER DELETE ON budget_reviews DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.is_limit_reached) EXECUTE FUNCTION note_limits();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits AFTER UPDATE ON subscriptions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.usage_billing_enabled <> NEW.usage_billing_enabled) EXECUTE FUNCTION note_limits();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER limits AFTER UPDATE ON organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.closed_at IS DISTINCT FROM NEW.closed_at) EXECUTE FUNCTION note_limits_of_closed();
--> statement-breakpoint
-- What was reached before this migration is known without an event.
UPDATE subscriptions AS s SET reached_limit = CASE WHEN s.usage_billing_enabled THEN 'spending_limit' ELSE 'spend_cap' END
  WHERE EXISTS (SELECT FROM organizations o WHERE o.id = s.organization_id AND o.closed_at IS NULL)
    AND CASE WHEN s.usage_billing_enabled
      THEN EXISTS (SELECT FROM budget_reviews b WHERE b.organization_id = s.organization_id AND b.is_limit_reached)
      ELSE EXISTS (SELECT FROM restriction_reviews r WHERE r.organization_id = s.organization_id AND r.exceeded_since IS NOT NULL) END;
