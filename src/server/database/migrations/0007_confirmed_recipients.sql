CREATE TABLE "confirmation_links" (
	"organization_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"address" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "confirmation_links_organization_id_token_hash_pk" PRIMARY KEY("organization_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "recipient_addresses" (
	"organization_id" integer NOT NULL,
	"address" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "recipient_addresses_organization_id_address_pk" PRIMARY KEY("organization_id","address")
);
--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD COLUMN "is_substitute" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "confirmation_links" ADD CONSTRAINT "confirmation_links_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_addresses" ADD CONSTRAINT "recipient_addresses_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "confirmation_links_of_address" ON "confirmation_links" USING btree ("organization_id","address");--> statement-breakpoint
CREATE INDEX "confirmation_links_by_end" ON "confirmation_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "recipient_addresses_unconfirmed" ON "recipient_addresses" USING btree ("address") WHERE "recipient_addresses"."confirmed_at" is null;