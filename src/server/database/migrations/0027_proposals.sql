CREATE TABLE IF NOT EXISTS "proposals" (
	"id" text NOT NULL,
	"organization_id" integer NOT NULL,
	"act" text NOT NULL,
	"tier" text,
	"amount_cents" bigint,
	"basis" text,
	"reason" text NOT NULL,
	"member_id" integer,
	"token_id" text,
	"due_cents" bigint NOT NULL,
	"monthly_cents" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"approved_due_cents" bigint,
	"approved_monthly_cents" bigint,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"subject" text,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "proposals_pkey" PRIMARY KEY("id","organization_id"),
	CONSTRAINT "proposal_of_one_asker" CHECK (("proposals"."member_id" is null) <> ("proposals"."token_id" is null)),
	CONSTRAINT "proposal_decided" CHECK (("proposals"."state" = 'open') = ("proposals"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN IF NOT EXISTS "proposal_id" text;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_decided_by_members_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "proposals_of_organization" ON "proposals" USING btree ("organization_id","ends_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "proposals_by_end" ON "proposals" USING btree ("ends_at");--> statement-breakpoint
CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE ON proposals
  FOR EACH ROW
  EXECUTE FUNCTION write_audit('proposal', 'id', 'act', 'tier', 'amount_cents', 'basis', 'due_cents', 'monthly_cents', 'state',
    'approved_due_cents', 'subject');
