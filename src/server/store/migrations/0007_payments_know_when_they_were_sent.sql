UPDATE "payments" SET "sent_at" = "created_at" WHERE "sent_at" IS NULL;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "sent_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "sent_at" SET NOT NULL;