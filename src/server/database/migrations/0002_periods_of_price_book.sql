CREATE INDEX IF NOT EXISTS "billing_periods_of_price_book" ON "billing_periods" USING btree ("price_book_id");
