CREATE FUNCTION record_notice_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM record_event(NEW.organization_id, CASE NEW.state WHEN 'sent' THEN 'notice.sent' ELSE 'notice.failed' END, (
    SELECT jsonb_build_object('notice_id', id::text, 'kind', kind, 'to', NEW.address, 'reason', NEW.last_error)
    FROM notices WHERE id = NEW.notice_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER told AFTER UPDATE ON notice_deliveries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state IN ('sent', 'refused', 'bounced') AND events_are_on()) EXECUTE FUNCTION record_notice_event();
