ALTER TABLE "discounts" ADD COLUMN "set_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "earlier_contracts" jsonb DEFAULT '[]'::jsonb NOT NULL;