-- contract: programs before 0023_keys_of_organizations must have stopped
-- Programs since then name the organization of every row that they write, and none of these rules in ON CONFLICT: the last rules of rows of
-- one organization that did not name it now do.
DROP TRIGGER organization_filled ON invoice_lines;
--> statement-breakpoint
DROP TRIGGER organization_filled ON project_addons;
--> statement-breakpoint
DROP TRIGGER organization_filled ON budget_crossings;
--> statement-breakpoint
DROP FUNCTION fill_organization();
--> statement-breakpoint
ALTER TABLE collections
  DROP CONSTRAINT collections_pkey,
  ADD CONSTRAINT collections_pkey PRIMARY KEY (invoice_id, organization_id);
--> statement-breakpoint
ALTER TABLE payment_methods
  DROP CONSTRAINT payment_methods_pkey,
  ADD CONSTRAINT payment_methods_pkey PRIMARY KEY (id, organization_id);
--> statement-breakpoint
ALTER TABLE project_addons
  DROP CONSTRAINT project_addons_project_id_type_pk,
  ADD CONSTRAINT project_addons_pkey PRIMARY KEY (project_id, type, organization_id);
--> statement-breakpoint
DROP INDEX work_pending_once;
--> statement-breakpoint
CREATE UNIQUE INDEX work_pending_once ON outbox USING btree (kind, subject, organization_id) WHERE state = 'pending';
