CREATE INDEX IF NOT EXISTS "invoices_by_time" ON "invoices" USING btree ("period_end" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "invoices_by_status" ON "invoices" USING btree ("status","period_end" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "notices_by_kind" ON "notices" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "organizations_by_external_id" ON "organizations" USING btree ("external_id") WHERE "organizations"."external_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_by_time" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_by_state" ON "payments" USING btree ("state","created_at","id");