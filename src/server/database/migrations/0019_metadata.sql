CREATE TABLE "operator_metadata" (
	"organization_id" integer NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"values" jsonb NOT NULL,
	CONSTRAINT "operator_metadata_pkey" PRIMARY KEY("organization_id","kind","subject")
);
--> statement-breakpoint
ALTER TABLE "operator_metadata" ADD CONSTRAINT "operator_metadata_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON operator_metadata
  FOR EACH ROW EXECUTE FUNCTION write_audit('metadata', 'subject', 'kind', 'values');
