ALTER TABLE "members" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "notices_by_age" ON "notices" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "usage_records_by_age" ON "usage_records" USING brin ("from_seconds");
--> statement-breakpoint
-- Two things may touch the audit log and the books, each within a transaction that says so: an erasure writes over what is personal, and
-- ten years after its close an organization goes with its books.
CREATE OR REPLACE FUNCTION audit_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (TG_OP = 'UPDATE' AND current_setting('platform.erasure', true) = 'on')
    OR (TG_OP = 'DELETE' AND current_setting('platform.retention', true) = 'on') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only: % is refused', lower(TG_OP) USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ledger_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('platform.retention', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the ledger is append-only: % of % is refused', lower(TG_OP), TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- What an erasure leaves as it is: who by number, what, when and by which request. Of the values it can take none away and add none.
CREATE FUNCTION audit_keeps_facts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (OLD.id, OLD.organization_id, OLD.at, OLD.member_id, OLD.key_id, OLD.call, OLD.request_id, OLD.what)
      IS DISTINCT FROM (NEW.id, NEW.organization_id, NEW.at, NEW.member_id, NEW.key_id, NEW.call, NEW.request_id, NEW.what)
    OR ARRAY(SELECT jsonb_object_keys(OLD.before) ORDER BY 1) <> ARRAY(SELECT jsonb_object_keys(NEW.before) ORDER BY 1)
    OR ARRAY(SELECT jsonb_object_keys(OLD.after) ORDER BY 1) <> ARRAY(SELECT jsonb_object_keys(NEW.after) ORDER BY 1) THEN
    RAISE EXCEPTION 'the audit log is append-only: an erasure replaces values alone' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_facts BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_keeps_facts();
