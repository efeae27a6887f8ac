import { noticeKinds, type NoticeFacts, type NoticeKind } from '#server/domain/notices.ts';
import { shortName } from './email-content.ts';
import { renderEmail, type EmailBody, type EmailReason } from './render-email.tsx';
import { digestWords, wordsOfNotice } from './messages/all-messages.ts';

const day = 86_400;
/** December 1, 2026, noon UTC, in Unix seconds. */
const at = 1_796_126_400;
const number = 'LNTRN7QK-0012';
const invoice = { invoiceId: 'in_example0012', number };
const card = { brand: 'visa', last4: '4242' };

/** Example facts of each kind of notice, with the longest possible texts. */
const facts: { readonly [K in NoticeKind]: NoticeFacts[K] } = {
  invoice_issued: {
    ...invoice,
    totalCents: 123_450,
    dueCents: 84_10,
    collectedBy: 'transfer',
    dueAt: at + 30 * day,
    poNumber: 'PO-2026-4711',
    buyerReference: 'Cost center 80',
  },
  receipt: { ...invoice, amountCents: 84_10, card, paidAt: at },
  payment_failed: {
    ...invoice,
    amountCents: 84_10,
    card,
    reason: 'Your card has insufficient funds. Please use a different card.',
    nextTryAt: at + 5 * day,
    overdueAt: at + 7 * day,
    restrictedAt: at + 28 * day,
  },
  last_notice: {
    violations: ['exceed_egress_quota', 'overdue_payment'],
    owedCents: 84_10,
    numbers: [number, 'LNTRN7QK-0013'],
    restrictedAt: at + 7 * day,
  },
  restricted: { violations: ['overdue_payment'], owedCents: 84_10, numbers: [number] },
  restored: { before: 'restricted' },
  card_expiring: { methodId: 'pm_example', card, month: 12, year: 2026 },
  change_applied: { what: 'plan', planName: 'Team', fromPlanName: 'Pro', spendCapOn: null, chargedCents: 59_900, number },
  change_refunded: {
    planName: 'Team',
    amountCents: 59_900,
    why: 'The price of the change was no longer the same when your payment went through.',
  },
  refund_issued: { amountCents: 20_00, reason: 'Agreed by support', creditCents: 20_00 },
  dispute_opened: { disputeId: 'dp_example', amountCents: 84_10 },
  dispute_closed: { disputeId: 'dp_example', amountCents: 84_10, outcome: 'lost' },
  buyer_corrected: { ...invoice, correctedNumber: 'LNTRN7QK-0013', creditNoteNumber: 'LNTRN7QK-CN-0001', position: 1 },
  po_missing: { ...invoice, totalCents: 123_450, finalAt: at + day },
  late_usage: { amountCents: 31_50, invoicedAt: at + 7 * day },
  organization_closed: {
    invoices: [{ number, totalCents: 123_450, dueCents: 84_10 }],
    refunds: [
      { amountCents: 500_00, waits: false },
      { amountCents: 1_500_00, waits: true },
    ],
    endedCreditCents: 25_00,
    readableUntil: at + 90 * day,
  },
  budget_crossed: {
    budgetName: 'Engineering, all environments',
    thresholdPercent: 100,
    budgetCents: 1_500_00,
    spentCents: 1_523_40,
    periodEndsAt: at + 12 * day,
    isForecast: false,
  },
  credit_low: { balanceCents: 12_75, usedCents: 84_10 },
  price_change: {
    version: '2027',
    effectiveAt: at + 31 * day,
    appliesFrom: at + 45 * day,
    changes: [
      { what: 'Pro Plan, per month', before: '$25.00', after: '$35.00' },
      { what: 'Egress', before: '$0.09 per GB after 250 GB', after: '$0.10 per GB after 200 GB' },
    ],
  },
  details_changed: {
    changes: [{ what: 'billing_email', before: 'accounts@lantern.example', after: 'finance.department@lantern-media.example' }],
    by: 'ada',
  },
  token_created: {
    name: 'Monthly cost report of the finance department',
    scopes: ['billing:read', 'usage:write', 'propose'],
    projectName: 'streaming-api',
    endsAt: at + 365 * day,
    by: 'ada',
  },
  proposal_made: {
    proposalId: 'prop_0123456789abcdef01234567',
    act: 'plan',
    tier: 'tier_team',
    amountCents: null,
    dueCents: 59_900,
    monthlyCents: 57_400,
    reason: 'Our auditors ask for SOC2 by the end of the month.',
    by: 'devi-developer',
    isByToken: false,
    endsAt: at + 14 * day,
  },
  confirm_address: { address: 'accounts@lantern.example' },
};

export const exampleKinds = [...noticeKinds, 'digest'] as const;
export type ExampleKind = (typeof exampleKinds)[number];

type FactsOfKind = NoticeFacts[NoticeKind];

function contentOf(kind: ExampleKind, organizationName: string, changed: (facts: FactsOfKind) => FactsOfKind) {
  const name = shortName(organizationName);
  if (kind !== 'digest') return wordsOfNotice(kind, changed(facts[kind]), { name, isPaid: false });
  const entries = (['invoice_issued', 'payment_failed', 'receipt'] as const).map((each, place) => ({
    occurredSeconds: at + place * 40 * day,
    subject: wordsOfNotice(each, facts[each], { name, isPaid: false }).subject,
  }));
  return digestWords(entries, { name });
}

const reasons: Readonly<Partial<Record<ExampleKind, EmailReason>>> = {
  confirm_address: 'unconfirmed',
  token_created: 'owner',
  proposal_made: 'approver',
};

/** @param changed returns facts that replace the facts of the example */
export const exampleEmail = (
  kind: ExampleKind,
  origin: string,
  organizationName = 'Lantern Media',
  changed = (same: FactsOfKind): FactsOfKind => same,
): EmailBody =>
  renderEmail(contentOf(kind, organizationName, changed), {
    origin,
    slug: 'lantern',
    organizationName,
    address: 'accounts@lantern.example',
    reason: reasons[kind] ?? 'recipient',
  });
