-- The process that has the database to itself hears of what could change who may do what, and remembers the answer until then.
-- The payload is the session concerned, or nothing when anybody could be.
CREATE FUNCTION tell_access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_session_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access_changed', CASE WHEN (SELECT count(*) FROM gone) = 1 THEN (SELECT token_hash FROM gone) ELSE '' END)
    WHERE EXISTS (SELECT 1 FROM gone);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memberships_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON memberships
  FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
--> statement-breakpoint
CREATE TRIGGER members_changed AFTER UPDATE OR DELETE OR TRUNCATE ON members
  FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
--> statement-breakpoint
CREATE TRIGGER organizations_changed AFTER UPDATE OF id, slug ON organizations
  FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
--> statement-breakpoint
CREATE TRIGGER organizations_removed AFTER DELETE OR TRUNCATE ON organizations
  FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
--> statement-breakpoint
CREATE TRIGGER sessions_changed AFTER UPDATE ON sessions REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION tell_session_changed();
--> statement-breakpoint
CREATE TRIGGER sessions_removed AFTER DELETE ON sessions REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION tell_session_changed();
--> statement-breakpoint
CREATE TRIGGER sessions_emptied AFTER TRUNCATE ON sessions
  FOR EACH STATEMENT EXECUTE FUNCTION tell_access_changed();
