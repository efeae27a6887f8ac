ALTER TABLE "credit_notes" ADD COLUMN "period_id" bigint;--> statement-breakpoint
ALTER TABLE "usage_records" ADD COLUMN "replaces" text;--> statement-breakpoint
ALTER TABLE "usage_records" ADD COLUMN "replaced_by" text;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_period_id_billing_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."billing_periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_correction_of_a_record" ON "usage_records" USING btree ("organization_id","replaces") WHERE "usage_records"."replaces" is not null;