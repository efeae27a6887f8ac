import type { CallName } from '#contract/calls.ts';
import type { RequiredPermission } from '#contract/declaration.ts';
import type { SchemaName } from '#contract/schemas.ts';
import type { CallWithTokens, TokenAccess } from '#contract/token-access.ts';

// Parts of the OpenAPI document that the contract does not contain: the order and groups of calls, and examples.

const groups = {
  Members: {
    about: 'The signed-in member, their permissions, and the other members of an organization.',
    calls: ['getProfile', 'getPermissions', 'listSessions', 'listMembers', 'listMembersAtFreeProjectLimit'],
  },
  Organizations: {
    about: 'Organizations with their projects.',
    calls: ['listOrganizations', 'getOrganization', 'updateOrganization', 'listProjects', 'getProject'],
  },
  Subscription: {
    about: 'Plan and spend cap: the current ones, the cost of a change, and the change itself.',
    calls: [
      'getSubscription',
      'listPlans',
      'previewSubscription',
      'updateSubscription',
      'confirmSubscription',
      'cancelPendingChange',
      'getCloudMarketplaceLink',
      'getHostingMarketplaceLink',
    ],
  },
  Invoices: {
    about: 'The upcoming invoice and all past ones, with lines, files and payment, and the statement of account.',
    calls: [
      'getUpcomingInvoice',
      'getUpcomingLineBreakdown',
      'listInvoices',
      'countInvoices',
      'exportInvoices',
      'getInvoice',
      'getInvoiceLines',
      'getInvoicePdf',
      'getEInvoice',
      'getInvoiceReceipt',
      'getCreditNotePdf',
      'getCreditNoteEInvoice',
      'getStatement',
      'getStatementCsv',
      'getStatementJournal',
      'getStatementPdf',
      'payInvoice',
      'correctBuyer',
      'getInvoicePaymentLink',
      'compareInvoice',
      'compareUpcomingInvoice',
      'listInvoiceNotices',
      'sendInvoiceAgain',
    ],
  },
  Usage: { about: 'Usage by metric and by day.', calls: ['getUsage', 'getDailyUsage', 'recordUsage'] },
  Budgets: {
    about: 'Spend by day, budgets, and the effects of their limits.',
    calls: [
      'getSpend',
      'getForecast',
      'priceItem',
      'listBudgets',
      'createBudget',
      'previewBudget',
      'updateBudget',
      'deleteBudget',
      'getBudgetHistory',
    ],
  },
  Costs: { about: 'Costs for programs: by group, and as a FOCUS file.', calls: ['getCosts', 'exportFocus'] },
  Tokens: {
    about: "Tokens of an organization's programs. Each has scopes, an end and a limit of requests.",
    calls: ['listTokens', 'createToken', 'revokeToken'],
  },
  Proposals: {
    about: 'Requests of members and programs without the permission. A member with it decides, and completes the act with its own call.',
    calls: ['listProposals', 'createProposal', 'approveProposal', 'refuseProposal'],
  },
  Notices: {
    about: 'Emails about billing: recipients, kinds, and sent emails.',
    calls: ['getNoticeSettings', 'updateNoticeSettings', 'listNotices', 'sendConfirmation'],
  },
  Credits: { about: 'Purchases and uses of credit.', calls: ['listCreditHistory', 'topUpCredits', 'useCredits'] },
  'Payment methods': {
    about: 'Cards, which the gateway keeps.',
    calls: [
      'listPaymentMethods',
      'createSetupIntent',
      'setDefaultPaymentMethod',
      'orderPaymentMethods',
      'deletePaymentMethod',
      'deletePaymentMethodByPost',
    ],
  },
  'Billing details': {
    about: 'Name, address and tax ID on invoices.',
    calls: ['getCustomer', 'updateCustomer', 'getTaxId', 'putTaxId', 'deleteTaxId'],
  },
  Records: {
    about: 'Activity, and the answers of members to surveys.',
    calls: ['listActivity', 'exportActivity', 'listAudit', 'submitUpgradeFeedback', 'submitDowngradeFeedback'],
  },
} as const satisfies Record<string, { readonly about: string; readonly calls: readonly CallName[] }>;

type Grouped = (typeof groups)[keyof typeof groups]['calls'][number];

/** Group of each call. If a call has no group, this does not compile. */
const tags = Object.fromEntries(Object.entries(groups).flatMap(([tag, { calls }]) => calls.map((call) => [call, tag]))) as Readonly<
  Record<Grouped, string>
>;

export const tagOfCall = (name: CallName): string => tags[name];

export const platformTags = Object.entries(groups).map(([name, { about }]) => ({ name, description: about }));

const permissionWords = ({ action, resource }: RequiredPermission): string => `\`${action}\` on \`${resource}\``;

function tokenProjectWords({ project }: TokenAccess): string {
  if (project === 'query') return '; one that is limited to a project must name it in `project_ref`';
  return project === 'records' ? '; one that is limited to a project sends records of that project' : ' and no limit to a project';
}

export function callDescription({ access, alsoNeeds, token, version, idempotent, alsoPending, totalCount }: CallWithTokens): string {
  const who =
    access === 'session'
      ? 'For everyone who is signed in.'
      : access === 'member'
        ? 'For every member of the organization.'
        : access === 'service'
          ? 'For programs only.'
          : `For members with the permission ${[access, ...(alsoNeeds ? [alsoNeeds] : [])].map(permissionWords).join(' and ')}.`;
  return [
    who,
    ...(token ? [`An organization token needs the scope \`${token.scope}\`${tokenProjectWords(token)}.`] : []),
    ...(version ? [`The header \`Version\` must be ${version}.`] : []),
    ...(idempotent ? ['With an `Idempotency-Key`, a repeated request gets the first response and changes nothing again.'] : []),
    ...(alsoPending ? [`Status ${alsoPending} means that it is not done yet.`] : []),
    ...(totalCount ? ['`X-Total-Count` has the total number.'] : []),
  ].join(' ');
}

const address = { line1: '12 Quay Street', city: 'Bristol', postal_code: 'BS1 4DB', country: 'GB' };
const card = 'pm_1QxT3bExample';
const taxId = { type: 'gb_vat', value: 'GB123456789', country: 'GB' };

const budget = {
  name: 'Whole bill',
  scope: 'organization',
  basis: 'bill',
  amount_cents: 50_000,
  thresholds: [{ percent: 80, on: 'actual' }],
  at_limit: 'alert',
  recipients: ['accounts@harbour.example'],
};

export const bodyExamples: Readonly<Partial<Record<SchemaName, unknown>>> = {
  BuyerCorrection: { version: 3 },
  CardOrder: { payment_method_ids: ['pm_1QxYzA2eZvKYlo2C0a1b2c3d', 'pm_1QxYzB2eZvKYlo2C4e5f6g7h'] },
  UsageBatch: {
    records: [
      {
        id: 'edge-7/2026-05-31T12',
        project_ref: 'abcdefghijklmnopqrst',
        metric: 'EGRESS',
        quantity: 125_000_000,
        at: 1_780_228_800,
        category: 'rest',
      },
    ],
  },
  PreviewRequest: { tier: 'tier_pro' },
  SubscriptionUpdate: { tier: 'tier_pro', payment_method: card, address, billing_name: 'Harbour Logistics' },
  PaymentConfirmation: { payment_intent_id: 'pi_3QxT3bExample' },
  CreditsUse: { amount: 2500 },
  InvoicePayment: { payment_method_id: card, amount: 2500 },
  TopUpRequest: { amount: 250, payment_method_id: card, hcaptcha_token: 'P1_example' },
  CustomerUpdate: { billing_name: 'Harbour Logistics', address, tax_id: taxId },
  TaxIdInput: taxId,
  ConfirmationRequest: { address: 'accounts@harbour.example' },
  OrganizationUpdate: { billing_email: 'accounts@harbour.example', additional_billing_emails: ['archive@harbour.example'] },
  DefaultPaymentMethod: { payment_method_id: card },
  CardToDelete: { card_id: card },
  SetupIntentRequest: { hcaptchaToken: 'P1_example' },
  BudgetRequest: budget,
  BudgetUpdate: { ...budget, version: 1 },
  TokenRequest: { name: 'Cost report', scopes: ['billing:read'], expires_at: 1_812_067_200 },
  ProposalRequest: { act: 'plan', tier: 'tier_team', reason: 'Our auditors ask for SOC2' },
  ProposalApproval: { due_now_cents: 59_900, monthly_cents: 57_400, priced_at: 1_812_067_200 },
  PriceTagRequest: { item: 'usage', metric: 'EGRESS', quantity: 100_000_000_000 },
  NoticeSettingsUpdate: { notice_kinds: [{ address: 'accounts@harbour.example', kinds: [{ kind: 'receipt', wanted: false }] }] },
  UpgradeFeedback: { orgSlug: 'harbour', prevPlan: 'free', currentPlan: 'pro', reasons: ['Daily backups'] },
  DowngradeFeedback: { orgSlug: 'harbour', reasons: 'The project is over', exitAction: 'downgrade' },
};

export const parameterExamples: Readonly<Record<string, string>> = {
  slug: 'harbour',
  ref: 'abcdefghijklmnopqrst',
  installation_id: 'icfg_example',
  invoice_id: 'in_0123456789abcdef01234567',
  line_id: 'EGRESS.primary',
  budget_id: 'bud_0123456789abcdef01234567',
  credit_note_id: 'cn_0123456789abcdef01234567',
  token_id: 'tok_0123456789abcdef01234567',
  proposal_id: 'prop_0123456789abcdef01234567',
};

export const failureWords: Readonly<Record<number, string>> = {
  400: 'A field is invalid; the response names it',
  401: 'Sign in first',
  402: 'The payment was declined',
  403: 'A permission is missing',
  404: 'Not found',
  409: 'Conflicts with the current state, or with a request in progress',
  413: 'The body is too large',
  415: 'The body is not valid JSON, or is compressed',
  422: 'A billing rule refuses the request',
  429: 'Too many requests',
  500: 'Internal error, or an error of the payment gateway',
  503: 'The database is unavailable',
};
