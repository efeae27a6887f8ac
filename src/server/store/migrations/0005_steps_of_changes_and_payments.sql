-- Steps between states; everything else is refused, whoever asks. The same table stands in the code.
CREATE TABLE state_steps (entity text NOT NULL, from_state text NOT NULL, to_state text NOT NULL, PRIMARY KEY (entity, from_state, to_state));
--> statement-breakpoint
INSERT INTO state_steps (entity, from_state, to_state) VALUES
  ('changes', 'open', 'scheduled'),
  ('changes', 'open', 'applied'),
  ('changes', 'open', 'failed'),
  ('changes', 'open', 'canceled'),
  ('changes', 'open', 'expired'),
  ('changes', 'scheduled', 'applied'),
  ('changes', 'scheduled', 'canceled'),
  ('top_ups', 'open', 'credited'),
  ('top_ups', 'open', 'failed'),
  ('top_ups', 'open', 'canceled'),
  ('payments', 'sending', 'requires_action'),
  ('payments', 'sending', 'requires_method'),
  ('payments', 'sending', 'processing'),
  ('payments', 'sending', 'succeeded'),
  ('payments', 'sending', 'failed'),
  ('payments', 'sending', 'canceled'),
  ('payments', 'requires_action', 'requires_method'),
  ('payments', 'requires_action', 'processing'),
  ('payments', 'requires_action', 'succeeded'),
  ('payments', 'requires_action', 'failed'),
  ('payments', 'requires_action', 'canceled'),
  ('payments', 'requires_method', 'requires_action'),
  ('payments', 'requires_method', 'processing'),
  ('payments', 'requires_method', 'succeeded'),
  ('payments', 'requires_method', 'failed'),
  ('payments', 'requires_method', 'canceled'),
  ('payments', 'processing', 'requires_action'),
  ('payments', 'processing', 'requires_method'),
  ('payments', 'processing', 'succeeded'),
  ('payments', 'processing', 'failed'),
  ('payments', 'processing', 'canceled'),
  ('payment_methods', 'attached', 'detaching'),
  ('payment_methods', 'attached', 'detached'),
  ('payment_methods', 'detaching', 'detached');
--> statement-breakpoint
CREATE FUNCTION refuse_unlisted_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM state_steps WHERE entity = TG_TABLE_NAME AND from_state = OLD.state AND to_state = NEW.state) THEN
    RAISE EXCEPTION '% % cannot go from % to %', TG_TABLE_NAME, OLD.id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER changes_steps BEFORE UPDATE OF state ON changes
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER top_ups_steps BEFORE UPDATE OF state ON top_ups
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER payments_steps BEFORE UPDATE OF state ON payments
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
CREATE TRIGGER payment_methods_steps BEFORE UPDATE OF state ON payment_methods
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unlisted_step();
--> statement-breakpoint
-- What a change, a top-up or a payment is about never changes after it has been written down.
CREATE FUNCTION refuse_other_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the terms of % % are fixed', TG_TABLE_NAME, OLD.id USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER changes_terms BEFORE UPDATE ON changes FOR EACH ROW
  WHEN ((OLD.organization_id, OLD.quote_id, OLD.tier, OLD.effective_at, OLD.plan_price_cents, OLD.unused_cents, OLD.balance_applied_cents, OLD.charge_cents)
    IS DISTINCT FROM (NEW.organization_id, NEW.quote_id, NEW.tier, NEW.effective_at, NEW.plan_price_cents, NEW.unused_cents, NEW.balance_applied_cents, NEW.charge_cents))
  EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER top_ups_terms BEFORE UPDATE ON top_ups FOR EACH ROW
  WHEN ((OLD.organization_id, OLD.amount_cents) IS DISTINCT FROM (NEW.organization_id, NEW.amount_cents))
  EXECUTE FUNCTION refuse_other_terms();
--> statement-breakpoint
CREATE TRIGGER payments_terms BEFORE UPDATE ON payments FOR EACH ROW
  WHEN ((OLD.organization_id, OLD.change_id, OLD.top_up_id, OLD.invoice_id, OLD.attempt, OLD.key, OLD.channel, OLD.amount_cents, OLD.method_id, OLD.keeps_method, OLD.off_session)
    IS DISTINCT FROM (NEW.organization_id, NEW.change_id, NEW.top_up_id, NEW.invoice_id, NEW.attempt, NEW.key, NEW.channel, NEW.amount_cents, NEW.method_id, NEW.keeps_method, NEW.off_session))
  EXECUTE FUNCTION refuse_other_terms();
