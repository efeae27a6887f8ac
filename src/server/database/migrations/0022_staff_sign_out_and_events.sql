ALTER TABLE "staff_sessions" ADD COLUMN IF NOT EXISTS "provider_session" text;
