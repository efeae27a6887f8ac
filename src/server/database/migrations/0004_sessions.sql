ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS "user_agent" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS "issuer" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS "subject" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS "provider_session" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS "id_token" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sessions_of_provider" ON "sessions" USING btree ("issuer","provider_session");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sessions_of_login" ON "sessions" USING btree ("issuer","subject");