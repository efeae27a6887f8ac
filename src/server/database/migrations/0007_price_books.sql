CREATE TABLE "price_books" (
	"id" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"document" json NOT NULL,
	CONSTRAINT "price_books_version_unique" UNIQUE("version")
);
--> statement-breakpoint
INSERT INTO "price_books" ("id", "version", "effective_at", "published_at", "document")
  VALUES ('pb_2026', '2026', to_timestamp(0), to_timestamp(0), '{{first_price_book}}');
--> statement-breakpoint
CREATE FUNCTION price_books_are_final() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'published price books are final: % is refused', lower(TG_OP) USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER price_books_final BEFORE DELETE OR UPDATE OR TRUNCATE ON price_books FOR EACH STATEMENT EXECUTE FUNCTION price_books_are_final();
--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD COLUMN "price_book" text DEFAULT '2026' NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD COLUMN "price_book_id" text DEFAULT 'pb_2026' NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_periods" ADD CONSTRAINT "billing_periods_price_book_id_price_books_id_fk" FOREIGN KEY ("price_book_id") REFERENCES "public"."price_books"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER billing_periods_keep_their_book BEFORE UPDATE OF price_book_id ON billing_periods FOR EACH ROW
  WHEN (OLD.price_book_id IS DISTINCT FROM NEW.price_book_id) EXECUTE FUNCTION refuse_other_terms();
