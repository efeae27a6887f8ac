CREATE TABLE "member_logins" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"member_id" integer NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_logins_issuer_subject_pk" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "member_logins_one_per_issuer" UNIQUE("issuer","member_id")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "signed_out_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "member_logins" ADD CONSTRAINT "member_logins_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;