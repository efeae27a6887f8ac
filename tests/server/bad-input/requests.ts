import { callTable, type CallName } from '#contract/calls.ts';
import type { CallDeclaration } from '#contract/declaration.ts';

export interface Parts {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters as pairs, so that a name can occur twice. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

export const slug = 'free-one-card';

const address = { line1: '1 Main Street', line2: null, city: 'Berlin', postal_code: '10115', country: 'DE' };
const taxId = { type: 'eu_vat', value: 'DE123456789', country: 'DE' };
const card = 'pm_card_visa';

const budget = {
  name: 'Team',
  scope: 'organization',
  basis: 'bill',
  amount_cents: 20_000,
  thresholds: [{ percent: 80, on: 'actual' }],
  at_limit: 'alert',
  recipients: ['ada@example.com'],
};

export const bodies: Partial<Record<CallName, Readonly<Record<string, unknown>>>> = {
  previewSubscription: { tier: 'tier_pro', address, tax_id: taxId },
  updateSubscription: {
    tier: 'tier_pro',
    payment_method: card,
    address,
    tax_id: taxId,
    billing_name: 'Ada Lovelace',
    quote_id: `qt_${'a'.repeat(24)}`,
  },
  confirmSubscription: { payment_intent_id: 'pi_1' },
  topUpCredits: { payment_method_id: card, amount: 100, hcaptcha_token: 'token', address, tax_id: taxId, billing_name: 'Ada Lovelace' },
  useCredits: { amount: 100 },
  correctBuyer: { version: 0 },
  payInvoice: { payment_method_id: card, amount: 100, hcaptcha_token: 'token' },
  updateCustomer: { billing_name: 'Ada Lovelace', address, tax_id: taxId, version: 1 },
  putTaxId: taxId,
  updateOrganization: {
    name: 'A name',
    billing_email: 'ada@example.com',
    opt_in_tags: ['AI_SQL_GENERATOR_OPT_IN'],
    additional_billing_emails: ['bob@example.com'],
  },
  updateNoticeSettings: { notice_kinds: [] },
  sendConfirmation: { address: 'nobody@else.example' },
  setDefaultPaymentMethod: { payment_method_id: card },
  orderPaymentMethods: { payment_method_ids: [card] },
  deletePaymentMethod: { card_id: card },
  deletePaymentMethodByPost: { card_id: card },
  createSetupIntent: { hcaptchaToken: 'token' },
  createBudget: budget,
  updateBudget: { ...budget, version: 1 },
  previewBudget: budget,
  createProposal: { act: 'limit', amount_cents: 10_000, basis: 'bill', tier: 'tier_team', reason: 'We need it' },
  approveProposal: { due_now_cents: 1, monthly_cents: 1, priced_at: 1_800_000_000 },
  createToken: { name: 'Report', scopes: ['billing:read'], expires_at: 1_800_000_000, project_ref: 'a'.repeat(20) },
  priceItem: { item: 'usage', metric: 'EGRESS', quantity: 1_000_000_000 },
  submitUpgradeFeedback: { orgSlug: slug, prevPlan: 'free', currentPlan: 'pro', reasons: ['More'], additionalFeedback: 'Good' },
  submitDowngradeFeedback: {
    orgSlug: slug,
    projectRef: 'a'.repeat(20),
    reasons: '- Less\n',
    additionalFeedback: 'Bad',
    exitAction: 'downgrade',
  },
  recordUsage: { records: [{ id: 'r', project_ref: 'a'.repeat(20), metric: 'EGRESS', at: 1, quantity: 1 }] },
};

const params: Readonly<Record<string, string>> = {
  slug,
  invoice_id: 'in_unknown00000',
  line_id: 'plan',
  budget_id: `bud_${'a'.repeat(24)}`,
  credit_note_id: `cn_${'a'.repeat(24)}`,
  token_id: `tok_${'a'.repeat(24)}`,
  proposal_id: `prop_${'a'.repeat(24)}`,
  ref: 'a'.repeat(20),
  installation_id: 'icfg_7f3kQz',
};

const queries: Partial<Record<CallName, Parts['query']>> = {
  getDailyUsage: [
    ['start', '2026-01-01'],
    ['end', '2026-01-02'],
  ],
};

export function wellFormed(call: CallName): Parts {
  const { method, path, version, idempotent, body: schema }: CallDeclaration = callTable[call];
  const body = bodies[call];
  if (schema && !body) throw new Error(`${call} needs an example body`);
  return {
    method,
    params: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, params[name] ?? ''])),
    query: queries[call] ?? [],
    headers: {
      ...(version && { Version: version }),
      ...(idempotent && { 'Idempotency-Key': 'a-key' }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  };
}

export function toRequest(call: CallName, parts: Parts, credentials: Readonly<Record<string, string>>): Request {
  const path = callTable[call].path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts.params[name] ?? ''));
  const query = new URLSearchParams(parts.query.map(([name, value]) => [name, value])).toString();
  const hasBody = parts.body !== undefined && parts.method !== 'GET' && parts.method !== 'HEAD';
  return new Request(`http://localhost${path}${query && `?${query}`}`, {
    method: parts.method,
    headers: { ...parts.headers, ...credentials },
    ...(hasBody ? { body: parts.body as string } : {}),
  });
}
