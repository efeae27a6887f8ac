ALTER TABLE "payments" DROP CONSTRAINT "payment_channel_known";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payment_amount_positive";--> statement-breakpoint
ALTER TABLE "setup_intents" ADD COLUMN "counted_decline" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payment_channel_known" CHECK ("payments"."channel" in ('intent', 'checkout', 'setup'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payment_amount_positive" CHECK (("payments"."amount_cents" > 0) = ("payments"."channel" <> 'setup') and "payments"."amount_cents" >= 0);