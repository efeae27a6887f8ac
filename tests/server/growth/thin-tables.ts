import type pg from 'pg';

const many = 24_000;
const id = (prefix: string): string => `'${prefix}_' || left(md5('${prefix}' || n), 24)`;
const organization = '(select o.id from organizations o where o.id > n % 7000 order by o.id limit 1)';
const past = "to_timestamp(1781956800) - n % 380 * interval '1 day'";

/** SQL that inserts rows into sparse tables. None of these rows is due, open or pending, so queries for such rows can skip all of them. */
const rows: Readonly<Record<string, string>> = {
  quotes: `select ${id('qt')}, ${organization}, 'tier_pro', ${past}, ${past}, 2500, 0`,
  changes: `(id, organization_id, quote_id, state, kind, tier, from_plan, from_usage_billing, effective_at, expires_at, plan_price_cents, unused_cents, balance_applied_cents, charge_cents, created_at, settled_at)
    select ${id('chg')}, ${organization}, ${id('qt')}, 'applied', 'plan_change', 'tier_pro', 'free', false, ${past}, ${past}, 2500, 0, 0, 2500, ${past}, ${past}`,
  top_ups: `(id, organization_id, state, amount_cents, created_at, expires_at) select ${id('tu')}, ${organization}, 'credited', 10000, ${past}, ${past}`,
  refunds: `select ${id('rf')}, ${organization}, ${id('pay')}, 'top-up:' || ${id('tu')}, 1000, 1000, 'succeeded', 'Asked for', ${past}`,
  disputes: `select ${id('dp')}, ${organization}, ${id('pay')}, 'top-up:' || ${id('tu')}, 1000, 0, 'won', ${past}, ${past}`,
  credit_notes: `(id, organization_id, invoice_id, amount_cents, balance_cents, reason, created_at) select ${id('cn')}, ${organization}, ${id('in')}, 100, 0, 'Asked for', ${past}`,
  invoice_corrections: `(organization_id, invoice_id, position, corrected_number, credit_note_number, billed_to, corrected_at)
    select ${organization}, ${id('in')}, 1, 'corrected-' || n, 'note-' || n, '{}', ${past}`,
  late_records: `select ${organization}, 'r' || n, n`,
  late_invoices: `(organization_id, closes_at, state, amount_cents) select ${organization}, ${past} + n * interval '1 second', 'waived', 10`,
  collections: `(invoice_id, organization_id, finalized_at, failed_tries) select ${id('in')}, ${organization}, ${past}, 4`,
  approvals: `(id, organization_id, kind, subject, input, amount_cents, reason, requested_by, requested_at, approvers, state, decided_by, decided_at)
    select ${id('ap')}, ${organization}, 'credit', 'bench', '{}', 100, 'Asked for', 'key_1', ${past}, '{key_2}', 'approved', 'key_2', ${past}`,
  staff_actions: `(id, organization_id, kind, payment_id, amount_cents, reason, words, key_id, before, after, created_at)
    select ${id('sa')}, ${organization}, 'credit', case when n % 2 = 0 then ${id('pay')} end, 100, 'Asked for', 'Credit', 'key_1', '{}', '{}', ${past}`,
  held_usage: `(organization_id, approval_id, record_id, project_id, metric, kind, resource_id, from_seconds, quantity, state)
    select ${organization}, ${id('ap')}, 'r' || n, n, 'EGRESS', 'primary', 'web', 1781956800 - n, 1, 'released'`,
  correction_sums: `(organization_id, sent_by, amount_cents, created_at) select ${organization}, 'key_1', 1, ${past}`,
  discounts: `(organization_id, line_key, basis_points, starts_at) select ${organization}, 'EGRESS:primary', 100, ${past}`,
  organization_tokens: `(id, organization_id, name, scopes, token_hash, created_by, created_at, ends_at)
    select ${id('tok')}, ${organization}, 'program', '{billing:read}', md5(n::text), (select id from members order by id limit 1), ${past},
      to_timestamp(1781956800) - n % 80 * interval '1 day'`,
  proposals: `(id, organization_id, act, tier, reason, token_id, due_cents, monthly_cents, state, decided_at, created_at, ends_at)
    select ${id('prop')}, ${organization}, 'plan', 'tier_team', 'Audit', 'tok_' || n, 100, 100, 'refused', ${past}, ${past}, ${past}`,
  operator_metadata: `select ${organization}, 'invoice', ${id('in')}, '{"erp":"1"}'`,
  project_replicas: `(ref, project_id, organization_id, name, status, compute_size, created_at)
    select translate(left(md5(n::text), 20), '0123456789', 'ghijklmnop'), n, ${organization}, 'replica', 'ACTIVE_HEALTHY', 'small', ${past}`,
  project_addons: `(organization_id, project_id, type, variant) select ${organization}, -n, 'pitr', 'pitr_7'`,
  budgets: `(id, organization_id, name, scope, basis, amount_cents, thresholds, at_limit, created_at)
    select ${id('bud')}, ${organization}, 'Team', 'organization', 'bill', 100000, '[{"percent":80,"on":"actual"}]', 'alert', ${past}`,
  budget_events: `(organization_id, budget_id, budget_name, version, period_id, at, kind, thresholds, amount_cents, actual_cents, projected_cents)
    select ${organization}, ${id('bud')}, 'Team', 1, n, ${past}, 'crossed', '[]', 100, 100, 100`,
  budget_crossings: `(organization_id, budget_id, version, period_id, percent, "on", crossed_at, event_id)
    select ${organization}, ${id('bud')}, 1, n, 80, 'actual', ${past}, n`,
  price_announcements: `(organization_id, price_book_id, plan, state) select ${organization}, ${id('book')}, 'pro', 'announced'`,
  budget_reviews: `(organization_id) select ${organization}`,
  captcha_tokens: `select md5(n::text), ${organization}, null, now() - n % 20 * interval '1 hour'`,
  platform_audit: `(at, actor, act, outcome, what, subject, before, after) select ${past}, 'key_1', 'createKey', 'done', 'key', 'key_1', '{}', '{}'`,
  platform_emails: `(kind, business_key, address, facts, occurred_at, state, sent_at)
    select 'key_created', 'made:' || n, 'person-' || n || '@mail.example', '{}', ${past}, 'sent', ${past}`,
  rate_limits: `select 'member:' || n, 1, extract(epoch from now() + interval '1 hour') * 1000`,
  admin_requests: `select 'key_1', md5(n::text), 'putMember', md5(n::text), 200, 'sealed', ${past}`,
  feedback: `(organization_id, survey, answers, created_at) select ${organization}, 'downgrade', '{}', ${past}`,
  setup_intents: `(id, organization_id, state, created_at) select ${id('seti')}, ${organization}, 'succeeded', ${past}`,
  notice_addresses: `(organization_id, address) select ${organization}, 'person-' || n || '@mail.example'`,
  recipient_addresses: `(organization_id, address, added_at, confirmed_at) select ${organization}, 'person-' || n || '@mail.example', ${past}, ${past}`,
  confirmation_links: `(organization_id, token_hash, address, expires_at, used_at)
    select ${organization}, md5(n::text), 'person-' || n || '@mail.example', ${past}, ${past}`,
  outbox: `(organization_id, kind, subject, state, run_after) select ${organization}, 'sync_customer', n::text, 'done', now() - n % 6 * interval '1 day'`,
  idempotency_keys: `(organization_id, key, call, body_hash, subject, state, locked_until, status, response, created_at)
    select ${organization}, md5(n::text), 'updateSubscription', md5(n::text), 'chg', 'done', ${past}, 200, '{}', ${past}`,
};

/** Inserts so many rows that the planner should never choose a full read. */
export async function fillThinTables(client: pg.Client): Promise<void> {
  await client.query("set session_replication_role = 'replica'");
  for (const [table, text] of Object.entries(rows))
    await client.query(`insert into ${table} ${text} from generate_series(1, ${many}) n on conflict do nothing`);
  await client.query('reset session_replication_role');
  await client.query('vacuum analyze');
}
