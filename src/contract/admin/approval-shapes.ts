import { z } from 'zod/mini';
import { Cents, Slug, UnixSeconds } from '#contract/shapes/common.ts';
import { typedLine } from '#contract/typed-line.ts';
import { nextCursor, numberedPageFields } from './page-shapes.ts';
import { TermsChanged } from './organization-shapes.ts';
import { CreditGranted, InvoiceCredited, InvoiceRetried, InvoiceSettled, PaymentRefunded, PlanChanged } from './staff-shapes.ts';

export const ApprovalStatus = z.enum(['pending', 'approved', 'refused', 'withdrawn', 'expired']);

export const ApprovalAction = z.enum([
  'credit',
  'forgive',
  'write_off',
  'retry',
  'credit_note',
  'refund',
  'plan_change',
  'usage',
  'usage_correction',
  'terms',
  'approval_limits',
  'price_book',
]);

export const Approval = z.strictObject({
  id: z.string(),
  status: ApprovalStatus,
  action: ApprovalAction,
  what: z.string(),
  organization: z.nullable(Slug),
  /** Slug of the organization, id of the invoice or payment, or version of the price book. */
  subject: z.string(),
  /**
   * Amount that the action moves. For held usage: the list or contract price, or the refund.
   * For terms and price books: the reduction of the bills.
   */
  amount_cents: Cents,
  reason: z.string(),
  requested_by: z.string(),
  requested_at: UnixSeconds,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(UnixSeconds),
});

export const ApprovalParams = z.strictObject({
  approval_id: z.string().check(z.regex(/^apr_[A-Za-z0-9]{6,40}$/, 'must be the id of an approval')),
});

export const ApprovalsQuery = z.strictObject({
  status: z.optional(ApprovalStatus),
  ...numberedPageFields,
});

export const ApprovalPage = z.strictObject({ approvals: z.array(Approval), ...nextCursor });

const LimitCents = Cents.check(z.minimum(0, 'must be at least 0'), z.maximum(999_999_999_999, 'must be at most 999999999999'));

export const ApprovalLimitsInput = z.strictObject({
  person_cents: LimitCents,
  organization_cents: LimitCents,
  platform_cents: LimitCents,
  reason: typedLine(1, 200),
});

export const ApprovalLimits = z.strictObject({
  person_cents: Cents,
  organization_cents: Cents,
  platform_cents: Cents,
  /** Time until which staff can't move money. Set when the limits are reset from the shell; otherwise null. */
  money_stopped_until: z.nullable(UnixSeconds),
});

export const PriceBookApproved = z.strictObject({ version: z.string(), status: z.literal('scheduled') });

/** Response after held usage was released. Released usage is booked. */
export const UsageReleased = z.strictObject({ released_records: z.int() });

export const ApprovalDecided = z.strictObject({
  approval: Approval,
  result: z.optional(
    z.union([
      CreditGranted,
      InvoiceSettled,
      InvoiceRetried,
      InvoiceCredited,
      PaymentRefunded,
      PlanChanged,
      UsageReleased,
      TermsChanged,
      PriceBookApproved,
      ApprovalLimits,
    ]),
  ),
});
