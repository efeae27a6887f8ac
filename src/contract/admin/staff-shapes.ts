import { z } from 'zod/mini';
import { Cents, InvoiceId, PlanId, Slug, UnixSeconds } from '#contract/shapes/common.ts';
import { InvoiceStatus } from '#contract/shapes/invoice.ts';
import { typedLine } from '#contract/typed-line.ts';
import { Metadata } from './metadata-shapes.ts';

/** Reason, as a text that members read. */
const Reason = typedLine(1, 200);

const mostCents = 1_000_000_000;

const Amount = z.int('must be whole cents').check(z.minimum(1, 'must be at least 1'), z.maximum(mostCents, `must be at most ${mostCents}`));

/** Dry run: does nothing and returns the ledger entries of the action. */
const dryRun = { dry_run: z.optional(z.boolean()) };

export const CreditGrantInput = z.strictObject({
  amount_cents: Amount,
  reason: Reason,
  reference: z.optional(z.nullable(typedLine(1, 100))),
  ...dryRun,
});

export const StaffReasonInput = z.strictObject({ reason: Reason, ...dryRun });

const CreditedLine = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Amount to credit for the line; if absent, the whole amount of the line. */
  amount_cents: z.optional(Amount),
});

const mostLines = 100;

export const CreditNoteInput = z.strictObject({
  /** Amount to credit for the whole invoice. Not allowed together with `lines`. */
  amount_cents: z.optional(Amount),
  lines: z.optional(
    z.array(CreditedLine).check(z.minLength(1, 'must name a line'), z.maxLength(mostLines, `must name at most ${mostLines} lines`)),
  ),
  reason: Reason,
  ...dryRun,
});

export const RefundInput = z.strictObject({ amount_cents: Amount, reason: Reason, ...dryRun });

/** The request must contain a plan, a spend cap setting, or both. */
export const PlanChangeInput = z
  .strictObject({
    plan: z.optional(PlanId),
    /**
     * True turns the spend cap on. Only for Pro. If absent, a change to Pro turns the cap on. If absent and the plan is already Pro,
     * the cap stays unchanged.
     */
    spend_cap: z.optional(z.boolean()),
    reason: Reason,
    charge: z.optional(z.boolean()),
    ...dryRun,
  })
  .check(
    z.refine(({ plan, spend_cap: cap }) => plan !== undefined || cap !== undefined, {
      path: ['plan'],
      message: 'must be given, or spend_cap',
    }),
  );

export const StaffInvoiceParams = z.strictObject({ invoice_id: InvoiceId });

export const StaffPaymentParams = z.strictObject({
  /** Id of the payment at the platform (`pay_...`) or at the gateway (`pi_...`). */
  payment_id: z.string().check(z.regex(/^(pay|pi)_[A-Za-z0-9_]{6,80}$/, 'must be the id of a payment')),
});

/** Debits are positive, credits negative. */
export const StaffLedgerEntry = z.strictObject({ description: z.string(), account: z.string(), amount_cents: Cents });

export const StaffInvoice = z.strictObject({
  id: InvoiceId,
  number: z.string(),
  organization: Slug,
  status: InvoiceStatus,
  subtotal_cents: Cents,
  amount_due_cents: Cents,
  credited_cents: Cents,
  period_end: UnixSeconds,
  metadata: Metadata,
});

export const PlanChangeEffect = z.strictObject({
  plan: PlanId,
  previous_plan: PlanId,
  spend_cap: z.boolean(),
  /** `scheduled`: takes effect at the end of the cycle. */
  state: z.enum(['applied', 'scheduled']),
  effective_at: UnixSeconds,
  charge_cents: Cents,
  usage_due_cents: Cents,
  /** Value of unused time that became credit. */
  credited_cents: Cents,
});

export const StaffDryRun = z.strictObject({
  dry_run: z.literal(true),
  needs_approval: z.boolean(),
  amount_cents: Cents,
  words: z.string(),
  entries: z.array(StaffLedgerEntry),
  /** The invoice after the action; absent if the action concerns no invoice. */
  invoice: z.optional(StaffInvoice),
  /** Effect of a change of plan or spend cap; absent for other actions. */
  change: z.optional(PlanChangeEffect),
});

/** The amount is above the limit: nothing is done before the approval. */
export const PendingApproval = z.strictObject({ approval: z.strictObject({ id: z.string(), status: z.literal('pending') }) });

const waits = [StaffDryRun, PendingApproval] as const;

export const CreditGranted = z.strictObject({
  entry: z.strictObject({
    id: z.string(),
    at: UnixSeconds,
    amount_cents: Cents,
    balance_cents: Cents,
    description: z.string(),
    reason: z.string(),
    reference: z.nullable(z.string()),
  }),
  entries: z.array(StaffLedgerEntry),
});

export const InvoiceSettled = z.strictObject({ invoice: StaffInvoice, entries: z.array(StaffLedgerEntry) });

/** Outcome of a charge; null until a server process has made the charge. */
const StaffPayment = z.nullable(
  z.strictObject({ id: z.string(), state: z.string(), failure_code: z.nullable(z.string()), decline_code: z.nullable(z.string()) }),
);

export const InvoiceRetried = z.strictObject({
  invoice: StaffInvoice,
  retried_at: UnixSeconds,
  payment: StaffPayment,
});

export const InvoiceCredited = z.strictObject({
  credit_note: z.strictObject({
    id: z.string(),
    number: z.nullable(z.string()),
    at: UnixSeconds,
    amount_cents: Cents,
    added_to_credits_cents: Cents,
    /** Part of the amount that becomes credit only if an open dispute is won. */
    held_by_dispute_cents: Cents,
    reason: z.string(),
  }),
  invoice: StaffInvoice,
  entries: z.array(StaffLedgerEntry),
});

export const PaymentRefunded = z.strictObject({
  refund: z.strictObject({
    id: z.string(),
    payment: z.string(),
    amount_cents: Cents,
    from_credit_cents: Cents,
    state: z.enum(['pending', 'succeeded', 'failed']),
    reason: z.string(),
    at: UnixSeconds,
  }),
  entries: z.array(StaffLedgerEntry),
});

export const PlanChanged = z.strictObject({
  change: PlanChangeEffect,
  /** Invoice of the change. If the change has no invoice: the invoice for the usage so far. Null if neither exists. */
  invoice: z.nullable(StaffInvoice),
  usage_invoice: z.nullable(StaffInvoice),
  /** Payment by the default card; null if the request did not set `charge`. */
  payment: StaffPayment,
  entries: z.array(StaffLedgerEntry),
});

export const CreditGrantAnswer = z.union([CreditGranted, ...waits]);
export const InvoiceSettledAnswer = z.union([InvoiceSettled, ...waits]);
export const InvoiceRetriedAnswer = z.union([InvoiceRetried, ...waits]);
export const InvoiceCreditedAnswer = z.union([InvoiceCredited, ...waits]);
export const PaymentRefundedAnswer = z.union([PaymentRefunded, ...waits]);

export const PlanChangeAnswer = z.union([PlanChanged, ...waits]);

export const StaffInvoiceLine = z.strictObject({
  description: z.string(),
  amount_cents: Cents,
  price_book: z.string(),
});

export const ChargesInput = z.strictObject({ paused: z.boolean(), reason: z.optional(z.nullable(Reason)) });

export const Charges = z.strictObject({
  paused: z.boolean(),
  since: z.nullable(UnixSeconds),
  reason: z.nullable(z.string()),
  by: z.nullable(z.string()),
});
