ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_session" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id_token" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sessions_of_provider" ON "sessions" USING btree ("issuer","provider_session");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sessions_of_login" ON "sessions" USING btree ("issuer","subject");