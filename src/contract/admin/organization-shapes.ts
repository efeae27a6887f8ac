import { z } from 'zod/mini';
import { BillingPartner, Cents, PlanId, Slug, UnixSeconds } from '#contract/shapes/common.ts';
import { Metadata, MetadataInput } from './metadata-shapes.ts';
import { nextCursor, pageFields, QuerySeconds } from './page-shapes.ts';
import { PendingApproval, StaffInvoiceLine } from './staff-shapes.ts';
import { InvoiceReferencesInput } from '#contract/shapes/customer.ts';
import { DisabledFeature, RestrictionStatus } from '#contract/shapes/organization.ts';
import { EmailAddress } from '#contract/email-address.ts';
import { namesNoAddress } from '#contract/limits.ts';
import { typedLine, typedName } from '#contract/typed-line.ts';

/** Dollars as a decimal text or a number, to a millionth of a cent. */
const Dollars = z.union(
  [
    z.string().check(z.regex(/^\d{1,9}(\.\d{1,8})?$/, 'must be dollars such as "0.09"')),
    z.number().check(z.minimum(0, 'must not be negative'), z.maximum(999_999_999, 'must be at most 999999999')),
  ],
  'must be dollars such as "0.09"',
);

const MetricName = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,59}$/, 'must be a metric'));
const WholeAmount = z.int().check(z.minimum(0, 'must not be negative'));

/** Contract terms of one organization, which replace single prices and quotas of the price book. */
export const ContractInput = z.strictObject({
  plan_price_cents: z.optional(WholeAmount.check(z.maximum(100_000_000, 'must be at most 100000000'))),
  /** Price per unit or per package, as in the price book. */
  unit_prices: z.optional(z.record(MetricName, Dollars)),
  quotas: z.optional(z.record(MetricName, z.nullable(WholeAmount))),
});

/** A discount on one line of each invoice whose cycle begins within the discount's period. */
export const DiscountInput = z
  .strictObject({
    line: z.string().check(z.regex(/^(plan|[A-Z][A-Z0-9_]{1,59}:(primary|replica|branch))$/, 'must be plan or a metric with its kind')),
    percent: z.optional(z.number().check(z.minimum(0, 'must be at least 0'), z.maximum(100, 'must be at most 100'))),
    amount_cents: z.optional(WholeAmount),
    starts_at: z.optional(UnixSeconds),
    ends_at: z.optional(z.nullable(UnixSeconds)),
  })
  .check(
    z.refine(({ percent, amount_cents: amount }) => (percent === undefined) !== (amount === undefined), {
      path: ['percent'],
      message: 'must be given, or amount_cents, but not both',
    }),
  );

export const PaymentMethodType = z.enum(['card', 'invoice']);

/** Absent fields keep their values. In a new organization, they get the defaults. */
export const OrganizationInput = z.strictObject({
  name: typedName(1, 80),
  billing_email: z.optional(z.nullable(EmailAddress)),
  /** Only for a new organization, because members change the plan afterwards. Free if absent. */
  plan: z.optional(PlanId),
  /** True turns the spend cap on. Only Pro has this choice. If absent for a new organization on Pro, the cap is on. */
  spend_cap: z.optional(z.boolean()),
  payment_method_type: z.optional(PaymentMethodType),
  billing_partner: z.optional(z.nullable(BillingPartner)),
  disabled_features: z.optional(z.array(DisabledFeature).check(z.maxLength(20, 'must hold at most 20 features'))),
  /** Applies from the next cycle, or at once to a new organization if no approval is needed. Null restores the list prices. */
  contract: z.optional(z.nullable(ContractInput)),
  /** Complete list of the discounts. A discount that the list omits ends now. */
  discounts: z.optional(z.array(DiscountInput).check(z.maxLength(50, 'must hold at most 50 discounts'))),
  external_id: z.optional(z.nullable(typedLine(1, 200))),
  /** Purchase order number on every invoice; members can change it too. */
  po_number: InvoiceReferencesInput.shape.po_number,
  buyer_reference: InvoiceReferencesInput.shape.buyer_reference,
  po_required: InvoiceReferencesInput.shape.po_required,
  metadata: z.optional(MetadataInput),
  /** Start of the first cycle, only for a new organization. Default: now. Earlier cycles were billed elsewhere. */
  started_at: z.optional(UnixSeconds),
  /** Reason for the change of contract or discounts, as a text that members read. */
  reason: z.optional(typedLine(1, 200)),
});

export const Contract = z.strictObject({
  plan_price_cents: z.optional(Cents),
  unit_prices: z.optional(z.record(z.string(), z.number())),
  quotas: z.optional(z.record(z.string(), z.nullable(z.number()))),
});

export const Discount = z.strictObject({
  line: z.string(),
  percent: z.optional(z.number()),
  amount_cents: z.optional(Cents),
  starts_at: UnixSeconds,
  ends_at: z.nullable(UnixSeconds),
});

export const AdminOrganization = z.strictObject({
  slug: Slug,
  name: z.string(),
  billing_email: z.nullable(z.string()),
  plan: PlanId,
  spend_cap: z.boolean(),
  payment_method_type: PaymentMethodType,
  billing_partner: z.nullable(BillingPartner),
  disabled_features: z.array(DisabledFeature),
  contract: z.nullable(Contract),
  discounts: z.array(Discount),
  external_id: z.nullable(z.string()),
  po_number: z.nullable(z.string()),
  buyer_reference: z.nullable(z.string()),
  po_required: z.boolean(),
  metadata: Metadata,
  current_period_start: UnixSeconds,
  current_period_end: UnixSeconds,
  created_at: UnixSeconds,
  updated_at: UnixSeconds,
  closed_at: z.nullable(UnixSeconds),
});

/** The organization, or the approval request if the new terms need an approval. In both cases, all other changes are already made. */
export const OrganizationAnswer = z.union([AdminOrganization, PendingApproval]);

export const TermsChanged = z.pick(AdminOrganization, { contract: true, discounts: true });

export const ClosingInput = z.strictObject({
  dry_run: z.optional(z.boolean()),
});

export const ClosingDryRun = z.strictObject({
  dry_run: z.literal(true),
  organization: AdminOrganization,
  /** Invoices that closing would issue for usage until now. */
  invoices: z.array(
    z.strictObject({
      period_end: UnixSeconds,
      subtotal_cents: Cents,
      amount_due_cents: Cents,
      lines: z.array(StaffInvoiceLine),
    }),
  ),
  open_invoices: z.array(z.strictObject({ id: z.string(), number: z.string(), amount_due_cents: Cents })),
  refunds: z.array(z.strictObject({ payment: z.string(), amount_cents: Cents, approval: z.nullable(z.string()) })),
  /** Credit that the customer did not pay for and would lose. */
  ended_credit_cents: Cents,
  /** Credit that would be left, for example because a refund waits for an approval. */
  credit_balance_cents: Cents,
  project_refs: z.array(z.string()),
  /** Members who would lose access. */
  members: z.array(z.string()),
});

export const ClosingAnswer = z.union([AdminOrganization, ClosingDryRun]);

export const OrganizationsQuery = z.strictObject({
  ...pageFields,
  external_id: z.optional(z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(200, 'must have at most 200 characters'))),
  status: z.optional(z.enum(['open', 'closed'], 'must be open or closed')),
  updated_after: z.optional(QuerySeconds),
});

/** Organizations by the time of their last change, oldest first. */
export const AdminOrganizationPage = z.strictObject({
  organizations: z.array(AdminOrganization),
  ...nextCursor,
});

export const StandingLimit = z.strictObject({
  /** 'organization', 'project:' and a reference, or 'metric:' and a key. Only limits of scope 'organization' can cause restrictions. */
  scope: z.string(),
  /** `day`: one UTC day. */
  window: z.enum(['cycle', 'day']),
  /** True if the limit is reached. Usage is then not charged. This ends when the window ends or the limit is raised. */
  reached: z.boolean(),
  since: z.nullable(UnixSeconds),
});

export const Standing = z.strictObject({
  status: z.enum(['active', 'grace_period', 'grace_period_over', 'restricted', 'closed']),
  reasons: z.array(z.string()),
  since: UnixSeconds,
  next: z.nullable(z.strictObject({ status: RestrictionStatus, at: UnixSeconds })),
  spend_cap_on: z.boolean(),
  limit_reached: z.boolean(),
  limits: z.array(StandingLimit),
});

/** Roles, each with the permissions of the demo member of that name. */
export const MemberRole = z.enum(['owner', 'admin', 'billing', 'developer', 'org-editor', 'viewer']);

export const MemberInput = z.strictObject({
  role: MemberRole,
  /** Username, which is also the name at the sandbox's sign-in. If absent, the platform derives it from the email address. */
  username: z.optional(
    z
      .string()
      .check(
        z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, 'must be letters, digits, dots, - and _'),
        z.refine(namesNoAddress, 'must not contain a web address'),
      ),
  ),
});

export const AdminMember = z.strictObject({
  email: z.string(),
  username: z.string(),
  role: MemberRole,
  signed_in: z.boolean(),
});

export const AdminMemberList = z.strictObject({ members: z.array(AdminMember), ...nextCursor });

export const MemberParams = z.strictObject({ slug: Slug, email: EmailAddress });
