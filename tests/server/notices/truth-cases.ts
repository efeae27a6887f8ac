import type { NoticeFacts, NoticeKind } from '#server/domain/notices.ts';
import { asIs, bookGiven, budgetGiven, crossing, disputeGiven, openProposal, owed, restriction, status } from './truth-statements.ts';

/** Pattern of the expected email text; `withdrawn` if the platform must not send the email. */
export type Expected = RegExp | 'withdrawn';

export interface KindCase<K extends NoticeKind> {
  readonly facts: NoticeFacts[K];
  /** SQL statements that run before the notice is inserted. The test replaces `$org`, `$invoice`, `$payment` and `$period`. */
  readonly given?: readonly string[];
  /** Business key of the notice, or an SQL query that returns the key. A query begins with `select`. */
  readonly key: string;
  readonly isOfInvoice?: true;
  /** Expected text by state. A state is an SQL statement that changes the rows behind the notice. */
  readonly states: Readonly<Record<string, Expected>>;
  /** True if the notice is withdrawn when a partner collects payments. */
  readonly isAboutPayment?: true;
}

const day = 86_400;
export const sentAtSeconds = 1_900_000_000;
const now = sentAtSeconds;
const invoice = { invoiceId: 'in_x', number: 'ACME-0001' };
const overUsage = { violations: ['exceed_egress_quota'] as const, owedCents: 0, numbers: [] };
const opened = { disputeId: 'dp_1', amountCents: 10_000 };
const card = { brand: 'visa', last4: '4242' };
const budgetFacts = { budgetName: 'Team', thresholdPercent: 80, budgetCents: 10_000, spentCents: 8000, seenAt: now };

export const truthCases: { readonly [K in NoticeKind]: readonly KindCase<K>[] } = {
  invoice_issued: [
    {
      facts: { ...invoice, totalCents: 6000, dueCents: 6000, collectedBy: 'card', dueAt: null },
      key: 'in_x',
      isOfInvoice: true,
      isAboutPayment: true,
      states: {
        [status('open', owed)]: /Amount due: \$25\.00/,
        [status('issued', owed)]: /Amount due: \$25\.00/,
        [status('uncollectible', owed)]: /we no longer try to collect it/,
        [status('open', owed.replace('false', 'true'))]: /A payment is under way/,
        [status('paid')]: /It is paid\./,
        [status('void')]: 'withdrawn',
        [status('draft')]: 'withdrawn',
      },
    },
  ],
  payment_failed: [
    {
      facts: { ...invoice, amountCents: 2500, card, reason: 'Declined', nextTryAt: null, overdueAt: null, restrictedAt: null },
      key: 'pay_x',
      isOfInvoice: true,
      isAboutPayment: true,
      states: {
        [status('open', owed)]: /Payment failed/i,
        [status('issued', owed)]: /Payment failed/i,
        [status('uncollectible', owed)]: /Payment failed/i,
        [status('open', owed.replace('false', 'true'))]: 'withdrawn',
        [status('open', ', amount_due_cents = 0')]: 'withdrawn',
        [status('paid')]: 'withdrawn',
        [status('void')]: 'withdrawn',
      },
    },
  ],
  receipt: [
    {
      facts: { ...invoice, amountCents: 2500, card, paidAt: now },
      key: 'pay_x',
      isOfInvoice: true,
      isAboutPayment: true,
      states: { [status('paid')]: /\$25\.00 paid/, [status('open', owed)]: /\$25\.00/ },
    },
    {
      facts: { invoiceId: null, number: null, amountCents: 10_000, card, paidAt: now },
      key: 'pay_y',
      isAboutPayment: true,
      states: { [asIs]: /\$100\.00 paid/ },
    },
  ],
  last_notice: [
    {
      facts: { ...overUsage, restrictedAt: now + day },
      key: '1',
      states: {
        [restriction("'grace_period_over'")]: /included usage/,
        [restriction("'grace_period'")]: 'withdrawn',
        [restriction("'restricted'")]: 'withdrawn',
        [restriction('null', 'null')]: 'withdrawn',
      },
    },
  ],
  restricted: [
    {
      facts: { ...overUsage, owedCents: 9900, numbers: ['OLD-1'], violations: ['overdue_payment'] },
      key: '1',
      states: {
        [restriction("'restricted'")]: /^(?!.*(OLD-1|\$99\.00|overdue)).*included usage/s,
        [restriction("'grace_period_over'")]: 'withdrawn',
        [restriction("'grace_period'")]: 'withdrawn',
        [restriction('null', 'null')]: 'withdrawn',
      },
    },
  ],
  restored: [
    {
      facts: { before: 'restricted' },
      key: '1',
      states: {
        [restriction('null', 'null')]: /Organization payg/,
        [restriction("'grace_period'")]: /Organization payg/,
        [restriction("'restricted'")]: 'withdrawn',
      },
    },
  ],
  card_expiring: [
    {
      facts: { methodId: 'pm_1', card, month: 7, year: 2031 },
      given: [
        `update payment_methods set is_default = false where organization_id = $org`,
        `insert into payment_methods (id, organization_id, is_default, brand, last4, exp_month, exp_year, added_at)
          values ('pm_1', $org, true, 'visa', '4242', 7, 2031, now())`,
      ],
      key: 'pm_1',
      isAboutPayment: true,
      states: {
        [asIs]: /Card expires 07\/2031/,
        "update payment_methods set is_default = false where id = 'pm_1'": 'withdrawn',
        "update payment_methods set exp_year = 2035 where id = 'pm_1'": 'withdrawn',
        "delete from payment_methods where id = 'pm_1'": 'withdrawn',
      },
    },
  ],
  change_applied: [
    {
      facts: { what: 'plan', planName: 'Team', fromPlanName: 'Pro', spendCapOn: null, chargedCents: 0, number: null },
      key: 'chg_1',
      states: { [asIs]: /Plan changed to Team/ },
    },
  ],
  change_refunded: [
    {
      facts: { planName: 'Team', amountCents: 10_000, why: 'The price changed' },
      key: 'chg_1',
      isAboutPayment: true,
      states: { [asIs]: /Refund of \$100\.00/ },
      // `kinds.test.ts` covers a refund that the gateway refused.
    },
  ],
  refund_issued: [
    {
      facts: { amountCents: 2000, reason: 'Agreed', creditCents: 0 },
      given: [
        `insert into refunds (id, organization_id, payment_id, source, amount_cents, credit_cents, state, reason, created_at)
          values ('rf_1', $org, $payment, 'top-up:x', 2000, 0, 'succeeded', 'Agreed', now())`,
      ],
      key: 'rf_1',
      isAboutPayment: true,
      states: {
        [asIs]: /\$20\.00/,
        "update refunds set state = 'failed' where id = 'rf_1'": 'withdrawn',
      },
    },
  ],
  dispute_opened: [
    {
      facts: opened,
      given: [disputeGiven('open')],
      key: 'dp_1',
      isAboutPayment: true,
      states: { [asIs]: /\$100\.00/ },
    },
    { facts: opened, key: 'dp_1', states: { [disputeGiven('won')]: 'withdrawn', [disputeGiven('lost')]: 'withdrawn' } },
  ],
  dispute_closed: (['won', 'lost'] as const).flatMap((outcome) => {
    const facts = { ...opened, outcome };
    const key = `dp_1:${outcome}`;
    const other = outcome === 'won' ? 'lost' : 'won';
    const words = outcome === 'won' ? /the payment is kept/ : /^(?!.*payment is kept)/s;
    return [
      { facts, given: [disputeGiven(outcome)], key, isAboutPayment: true, states: { [asIs]: words } },
      { facts, key, states: { [disputeGiven('open')]: 'withdrawn', [disputeGiven(other)]: 'withdrawn' } },
    ] as const;
  }),
  buyer_corrected: [
    {
      facts: { ...invoice, correctedNumber: 'ACME-0002', creditNoteNumber: 'ACME-CN-0001', position: 1 },
      key: 'in_x:1',
      isOfInvoice: true,
      isAboutPayment: true,
      states: { [status('open', owed)]: /corrected by invoice ACME-0002/, [status('paid')]: /Nothing is charged again/ },
    },
  ],
  po_missing: [
    {
      facts: { ...invoice, totalCents: 6000, finalAt: now + day },
      key: 'in_x',
      isOfInvoice: true,
      isAboutPayment: true,
      states: {
        [status('draft')]: /^Purchase order number needed by/,
        [status('open', owed)]: 'withdrawn',
        [status('paid')]: 'withdrawn',
      },
    },
  ],
  organization_closed: [
    {
      facts: {
        invoices: [{ number: 'ACME-0002', totalCents: 900, dueCents: 0 }],
        refunds: [],
        endedCreditCents: 0,
        readableUntil: now + day,
      },
      key: 'closed',
      states: { [asIs]: /Owners can read and export the invoices until/ },
    },
  ],
  late_usage: [
    {
      facts: { amountCents: 900, invoicedAt: now },
      given: [`insert into late_invoices (organization_id, closes_at, state, amount_cents) values ($org, '2040-01-02', 'announced', 1234)`],
      key: 'select max(id)::text as key from late_invoices',
      isAboutPayment: true,
      states: {
        [asIs]: /\$12\.34[^]*Jan 02, 2040/,
        'update late_invoices set amount_cents = 49': 'withdrawn',
        "update late_invoices set state = 'waived'": 'withdrawn',
        "update late_invoices set state = 'invoiced'": 'withdrawn',
      },
    },
  ],
  budget_crossed: [
    {
      facts: { ...budgetFacts, isForecast: false, periodEndsAt: now + day },
      given: budgetGiven('actual'),
      key: 'select max(id)::text as key from budget_events',
      states: {
        [asIs]: /had spent \$80\.00 of a budget of \$100\.00/,
        [crossing('resolved_at = now()')]: 'withdrawn',
        "update budgets set version = 2 where id = 'bud_1'": 'withdrawn',
        "delete from budgets where id = 'bud_1'": 'withdrawn',
      },
    },
    {
      facts: { ...budgetFacts, isForecast: true, periodEndsAt: now + day },
      given: budgetGiven('projected'),
      key: 'select max(id)::text as key from budget_events',
      states: { [asIs]: /\$80\.00/, [crossing('resolved_at = now()')]: 'withdrawn' },
    },
    {
      facts: { ...budgetFacts, isForecast: true, periodEndsAt: now - 1 },
      given: budgetGiven('projected'),
      key: 'select max(id)::text as key from budget_events',
      states: { [asIs]: 'withdrawn' },
    },
  ],
  credit_low: [
    { facts: { balanceCents: 1, usedCents: 20_000 }, key: '1', isAboutPayment: true, states: { [asIs]: /Credits low: \$100\.00 left/ } },
  ],
  price_change: [
    {
      facts: { version: 'later', effectiveAt: now, appliesFrom: now, changes: [{ what: 'Pro Plan', before: '$25.00', after: '$35.00' }] },
      given: [bookGiven],
      key: 'later',
      states: {
        [asIs]: /\$35\.00/,
        "update price_books set state = 'withdrawn' where version = 'later'": 'withdrawn',
      },
    },
  ],
  details_changed: [
    {
      facts: { changes: [{ what: 'billing_email', before: 'a@x.org', after: 'b@x.org' }], by: null },
      key: '1',
      states: { [asIs]: /b@x\.org/ },
    },
  ],
  token_created: [
    {
      facts: { name: 'Cost report', scopes: ['billing:read'], projectName: null, endsAt: now + day, by: 'ada' },
      key: 'tok_1',
      states: { [asIs]: /ada created a token[^]*Scopes: Read costs and usage/ },
    },
  ],
  proposal_made: [
    {
      facts: {
        proposalId: 'prop_1',
        act: 'plan',
        tier: 'tier_team',
        amountCents: null,
        dueCents: 59_900,
        monthlyCents: 57_400,
        reason: 'Our auditors ask for it',
        by: 'devi',
        isByToken: false,
        endsAt: now + day,
      },
      key: 'prop_1',
      states: {
        [asIs]: 'withdrawn',
        [openProposal]: /devi asks you to change to the Team Plan[^]*"Our auditors ask for it"[^]*Charge today: \$599\.00/,
      },
    },
  ],
  confirm_address: [{ facts: { address: 'c@x.org' }, key: '1', states: { [asIs]: /c@x\.org/ } }],
};
