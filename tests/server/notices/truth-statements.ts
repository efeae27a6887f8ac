// SQL statements that change the state of the rows that a notice describes. The test replaces `$org`, `$invoice`, `$payment` and `$period`.

export const asIs = 'select 1';

export const status = (to: string, more = ''): string => `update invoices set status = '${to}'${more} where id = $invoice`;

export const owed = ', amount_due_cents = 2500, payment_is_processing = false';

export const restriction = (to: string, violations = "array['exceed_egress_quota']"): string =>
  `update organizations set restriction_status = ${to}, violations = ${violations} where id = $org`;

export const crossing = (column: string): string =>
  `update budget_crossings set ${column} where event_id = (select max(id) from budget_events)`;

export const budgetGiven = (on: 'actual' | 'projected'): readonly string[] => [
  `insert into budgets (id, organization_id, name, scope, basis, amount_cents, thresholds, at_limit, created_at)
    values ('bud_1', $org, 'Team', 'organization', 'bill', 10000, '[]', 'alert', now())`,
  `insert into budget_events (organization_id, budget_id, budget_name, version, period_id, at, kind, thresholds, amount_cents, actual_cents,
    projected_cents) values ($org, 'bud_1', 'Team', 1, $period, now(), 'crossed', '[]', 10000, 8000, 8000)`,
  `insert into budget_crossings (organization_id, budget_id, version, period_id, percent, "on", crossed_at, event_id)
    select $org, 'bud_1', 1, $period, 80, '${on}', now(), max(id) from budget_events`,
];

export const disputeGiven = (state: 'open' | 'won' | 'lost'): string =>
  `insert into disputes (id, organization_id, payment_id, source, amount_cents, held_cents, state, opened_at, closed_at)
    values ('dp_1', $org, $payment, 'top-up:x', 10000, 0, '${state}', now(), ${state === 'open' ? 'null' : 'now()'})`;

export const bookGiven = `insert into price_books (id, version, effective_at, published_at, state, scheduled_at, document)
  select 'book_later', 'later', now() + interval '90 days', now(), 'scheduled', now(), document from price_books limit 1`;

export const openProposal = `insert into proposals (id, organization_id, act, tier, reason, token_id, due_cents, monthly_cents, created_at, ends_at)
  values ('prop_1', $org, 'plan', 'tier_team', 'We need it', 'tok_1', 1, 1, to_timestamp(1899900000), to_timestamp(1900900000))`;
