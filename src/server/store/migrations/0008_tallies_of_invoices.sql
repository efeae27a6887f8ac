CREATE TABLE "invoice_tallies" (
	"organization_id" integer NOT NULL,
	"span" smallint NOT NULL,
	"place" bigint NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "invoice_tallies_organization_id_span_place_status_pk" PRIMARY KEY("organization_id","span","place","status")
);
--> statement-breakpoint
ALTER TABLE "invoice_tallies" ADD CONSTRAINT "invoice_tallies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_of_status" ON "invoices" USING btree ("organization_id","status","period_end" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invoices_by_counter" ON "invoices" USING btree ("organization_id",ltrim(substring("number" from '[0-9]+$'), '0'));--> statement-breakpoint
ALTER TABLE "invoices" DROP COLUMN "pdf_path";