ALTER TABLE "staff_sessions" ADD COLUMN IF NOT EXISTS "provider_session" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN IF NOT EXISTS "upcoming_event_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "upcoming_events_due" ON "subscriptions" USING btree ("upcoming_event_at") WHERE "subscriptions"."upcoming_event_at" is not null;--> statement-breakpoint
-- Projects, branches and replicas. One that was removed and is saved again counts as created. A change is not reported if the same
-- transaction removes the project.
CREATE FUNCTION record_project_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  was jsonb := '{}';
  becomes jsonb := to_jsonb(NEW);
  facts jsonb := jsonb_build_object(
    'project_ref', NEW.ref, 'name', NEW.name, 'status', NEW.status, 'compute_size', NEW.compute_size,
    'kind', CASE WHEN TG_TABLE_NAME = 'project_replicas' THEN 'replica' WHEN becomes ->> 'is_branch' = 'true' THEN 'branch' ELSE 'primary' END,
    'engine', CASE WHEN becomes ->> 'uses_oriole' = 'true' THEN 'oriole' ELSE 'postgres' END,
    'parent_ref', (SELECT ref FROM projects
      WHERE organization_id = NEW.organization_id AND id = coalesce(becomes ->> 'project_id', becomes ->> 'parent_id')::integer));
BEGIN
  IF TG_OP = 'UPDATE' THEN was := to_jsonb(OLD); END IF;
  IF NEW.removed_at IS NOT NULL THEN
    PERFORM record_event(NEW.organization_id, 'project.removed', facts);
  ELSIF TG_OP = 'INSERT' OR was ->> 'removed_at' IS NOT NULL THEN
    PERFORM record_event(NEW.organization_id, 'project.created', facts);
  ELSIF NOT EXISTS (SELECT FROM projects WHERE organization_id = NEW.organization_id AND ref = NEW.ref AND removed_at IS NOT NULL) THEN
    PERFORM record_event(NEW.organization_id, 'project.updated', facts || jsonb_build_object(
      'previous_status', was -> 'status', 'previous_compute_size', was -> 'compute_size'));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told_new AFTER INSERT ON projects DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.removed_at IS NULL AND events_are_on()) EXECUTE FUNCTION record_project_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON projects DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (events_are_on() AND ((OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL)
    OR (NEW.removed_at IS NULL AND (OLD.name, OLD.status, OLD.compute_size, OLD.uses_oriole)
      IS DISTINCT FROM (NEW.name, NEW.status, NEW.compute_size, NEW.uses_oriole))))
  EXECUTE FUNCTION record_project_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told_new AFTER INSERT ON project_replicas DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.removed_at IS NULL AND events_are_on()) EXECUTE FUNCTION record_project_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON project_replicas DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (events_are_on() AND ((OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL)
    OR (NEW.removed_at IS NULL AND (OLD.name, OLD.status, OLD.compute_size) IS DISTINCT FROM (NEW.name, NEW.status, NEW.compute_size))))
  EXECUTE FUNCTION record_project_event();
--> statement-breakpoint
-- The add-ons of a removed project end without an event.
CREATE FUNCTION record_addon_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  was project_addons%ROWTYPE;
  becomes project_addons%ROWTYPE;
  project projects%ROWTYPE;
BEGIN
  IF TG_OP <> 'INSERT' THEN was := OLD; END IF;
  IF TG_OP <> 'DELETE' THEN becomes := NEW; END IF;
  IF was.variant IS NOT DISTINCT FROM becomes.variant THEN
    RETURN NULL;
  END IF;
  SELECT * INTO project FROM projects
    WHERE organization_id = coalesce(becomes.organization_id, was.organization_id) AND id = coalesce(becomes.project_id, was.project_id);
  IF project.id IS NULL OR project.removed_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
  PERFORM record_event(project.organization_id, 'project.addon_changed', jsonb_build_object(
    'project_ref', project.ref, 'type', coalesce(becomes.type, was.type), 'variant', becomes.variant, 'previous_variant', was.variant));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON project_addons DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (events_are_on()) EXECUTE FUNCTION record_addon_event();
--> statement-breakpoint
-- Events contain no brand, number or expiry of the card, because these are personal data.
CREATE FUNCTION record_payment_method_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM record_event(NEW.organization_id, 'payment_method.added', jsonb_build_object('payment_method_id', NEW.id, 'is_default', (
      SELECT is_default FROM payment_methods WHERE organization_id = NEW.organization_id AND id = NEW.id)));
  ELSIF NEW.state <> 'attached' THEN
    PERFORM record_event(NEW.organization_id, 'payment_method.removed', jsonb_build_object(
      'payment_method_id', NEW.id, 'is_default', OLD.is_default));
  ELSE
    PERFORM record_event(NEW.organization_id, 'payment_method.default_changed', jsonb_build_object('payment_method_id', NEW.id));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told_new AFTER INSERT ON payment_methods DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.state = 'attached' AND events_are_on()) EXECUTE FUNCTION record_payment_method_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON payment_methods DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (events_are_on() AND OLD.state = 'attached' AND (NEW.state <> 'attached' OR (NEW.is_default AND NOT OLD.is_default)))
  EXECUTE FUNCTION record_payment_method_event();
--> statement-breakpoint
-- Requests about the platform itself have no organization and no event. The event does not name the decider, who may be a person.
CREATE FUNCTION record_approval_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(
    NEW.organization_id,
    'approval.' || CASE NEW.state WHEN 'pending' THEN 'requested' ELSE NEW.state END,
    jsonb_build_object(
      'approval_id', NEW.id, 'action', NEW.kind, 'subject', NEW.subject, 'amount_cents', NEW.amount_cents, 'reason', NEW.reason,
      'requested_by', NEW.requested_by));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told_new AFTER INSERT ON approvals DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (events_are_on()) EXECUTE FUNCTION record_approval_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON approvals DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.state <> NEW.state AND events_are_on()) EXECUTE FUNCTION record_approval_event();
