-- Identities are read with every request: remembering them saved less than 0.1 ms on PostgreSQL.
DROP TRIGGER members_changed ON members;
--> statement-breakpoint
DROP TRIGGER memberships_changed ON memberships;
--> statement-breakpoint
DROP TRIGGER organizations_changed ON organizations;
--> statement-breakpoint
DROP TRIGGER organizations_removed ON organizations;
--> statement-breakpoint
DROP TRIGGER sessions_changed ON sessions;
--> statement-breakpoint
DROP TRIGGER sessions_emptied ON sessions;
--> statement-breakpoint
DROP TRIGGER sessions_removed ON sessions;
--> statement-breakpoint
DROP FUNCTION tell_access_changed();
--> statement-breakpoint
DROP FUNCTION tell_session_changed();
