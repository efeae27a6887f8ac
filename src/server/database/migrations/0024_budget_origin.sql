ALTER TABLE "budgets" ADD COLUMN IF NOT EXISTS "origin" text DEFAULT 'member' NOT NULL;--> statement-breakpoint
UPDATE budgets SET origin = 'stop_charges' WHERE name = 'Stop charges now' AND scope = 'organization' AND at_limit = 'stop';
