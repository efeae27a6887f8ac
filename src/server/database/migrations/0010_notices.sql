CREATE TABLE "notice_addresses" (
	"organization_id" integer NOT NULL,
	"address" text NOT NULL,
	"muted_kinds" text[] DEFAULT '{}'::text[] NOT NULL,
	"bounced_at" timestamp with time zone,
	CONSTRAINT "notice_addresses_organization_id_address_pk" PRIMARY KEY("organization_id","address")
);
--> statement-breakpoint
CREATE TABLE "notice_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"notice_id" bigint NOT NULL,
	"organization_id" integer NOT NULL,
	"address" text NOT NULL,
	"is_former" boolean DEFAULT false NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_after" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"held_by" text,
	"first_tried_at" timestamp with time zone,
	"last_error" text,
	"sent_at" timestamp with time zone,
	CONSTRAINT "notice_delivery_state_known" CHECK ("notice_deliveries"."state" in ('queued', 'sent', 'refused', 'bounced', 'withdrawn')),
	CONSTRAINT "sent_has_time" CHECK (("notice_deliveries"."state" = 'sent') = ("notice_deliveries"."sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"kind" text NOT NULL,
	"business_key" text NOT NULL,
	"facts" jsonb NOT NULL,
	"invoice_id" text,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_once" UNIQUE("organization_id","business_key")
);
--> statement-breakpoint
CREATE TABLE "postbox_attachments" (
	"message_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "postbox_attachments_message_id_name_pk" PRIMARY KEY("message_id","name")
);
--> statement-breakpoint
CREATE TABLE "postbox_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postbox_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"organization" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"headers" jsonb NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notice_addresses" ADD CONSTRAINT "notice_addresses_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postbox_attachments" ADD CONSTRAINT "postbox_attachments_message_id_postbox_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."postbox_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_delivery_once" ON "notice_deliveries" USING btree ("notice_id",lower("address"),"round");--> statement-breakpoint
CREATE INDEX "notice_deliveries_due" ON "notice_deliveries" USING btree ("run_after") WHERE "notice_deliveries"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "notices_of_invoice" ON "notices" USING btree ("organization_id","invoice_id") WHERE "notices"."invoice_id" is not null;