import { z } from 'zod/mini';
import { Cents, Limit, PlanId, UnixSeconds } from '#contract/shapes/common.ts';
import { ComputeSize, ProjectStatus } from '#contract/shapes/project.ts';
import { ApprovalAction } from './approval-shapes.ts';
import { PaymentMethodType } from './organization-shapes.ts';
import { nextCursor } from './page-shapes.ts';
import { ProjectEngine, ProjectKind } from './project-shapes.ts';

const text = z.string();
const moment = z.nullable(UnixSeconds);

const standingStatus = z.enum(['active', 'grace_period', 'grace_period_over', 'restricted']);

/** State of an invoice after the change. */
const InvoiceFacts = z.strictObject({
  invoice_id: text,
  number: text,
  kind: z.enum(['start', 'cycle', 'plan_change', 'spend_cap', 'final']),
  status: z.enum(['open', 'issued', 'paid', 'void', 'uncollectible']),
  subtotal_cents: Cents,
  amount_due_cents: Cents,
  period_start: UnixSeconds,
  period_end: UnixSeconds,
  due_at: moment,
  /** Absent in events from before the platform stored purchase order numbers. */
  po_number: z.optional(z.nullable(text)),
  buyer_reference: z.optional(z.nullable(text)),
});

/** `reason` is given by staff; null if the invoice was unpaid for too long. */
const GivenUpFacts = z.extend(InvoiceFacts, { reason: z.nullable(text) });

const DisputeFacts = z.strictObject({
  dispute_id: text,
  payment_id: text,
  /** Object that was paid: `invoice:` and the id of the invoice, or `top-up:` and the id of the top-up. */
  source: text,
  amount_cents: Cents,
  held_cents: Cents,
  outcome: z.nullable(z.enum(['won', 'lost'])),
});

const NoticeFacts = z.strictObject({
  notice_id: text,
  kind: text,
  to: text,
  /** Code of the failure; null if there was no failure. */
  reason: z.nullable(text),
});

const LimitFacts = z.strictObject({
  /** Kind of limit. `spend_cap`: a quota, on Free or while the spend cap is on. `spending_limit`: the limit of a budget. */
  limit: z.enum(['spend_cap', 'spending_limit']),
  scope: text,
  window: z.enum(['cycle', 'day']),
  plan: PlanId,
});

const ProposalFacts = z.strictObject({
  proposal_id: text,
  act: z.enum(['plan', 'spend_cap', 'limit', 'top_up']),
  tier: z.nullable(text),
  amount_cents: z.nullable(Cents),
  asked_by: text,
});

/** State of a project, branch or replica after the change. */
const ProjectFacts = z.strictObject({
  project_ref: text,
  name: text,
  kind: ProjectKind,
  status: ProjectStatus,
  compute_size: ComputeSize,
  engine: ProjectEngine,
  parent_ref: z.nullable(text),
});

/** Facts about a payment method, without details of the card. */
const PaymentMethodFacts = z.strictObject({
  payment_method_id: text,
  is_default: z.boolean(),
});

const ApprovalFacts = z.strictObject({
  approval_id: text,
  action: ApprovalAction,
  subject: text,
  amount_cents: Cents,
  reason: text,
  requested_by: text,
});

export const sharedEventData = {
  ProjectEventData: ProjectFacts,
  PaymentMethodEventData: PaymentMethodFacts,
  InvoiceEventData: InvoiceFacts,
  GivenUpInvoiceEventData: GivenUpFacts,
  DisputeEventData: DisputeFacts,
  LimitEventData: LimitFacts,
  ApprovalEventData: ApprovalFacts,
  NoticeEventData: NoticeFacts,
  ProposalEventData: ProposalFacts,
} as const;

/** Payload of each event type. Cents are integers, times are unix seconds. */
export const eventData = {
  'organization.created': z.strictObject({
    name: text,
    plan: PlanId,
    spend_cap_on: z.boolean(),
    billing_partner: z.nullable(text),
    external_id: z.nullable(text),
  }),
  'organization.closed': z.strictObject({ closed_at: UnixSeconds }),
  'subscription.updated': z.strictObject({
    plan: PlanId,
    previous_plan: PlanId,
    spend_cap_on: z.boolean(),
    payment_method_type: PaymentMethodType,
    current_period_start: UnixSeconds,
    current_period_end: UnixSeconds,
    scheduled_plan_change: z.nullable(z.strictObject({ at: UnixSeconds, plan: PlanId, spend_cap_on: z.boolean() })),
  }),
  'spend_cap.changed': z.strictObject({ spend_cap_on: z.boolean(), plan: PlanId }),
  'project.created': ProjectFacts,
  'project.updated': z.extend(ProjectFacts, { previous_status: ProjectStatus, previous_compute_size: ComputeSize }),
  'project.addon_changed': z.strictObject({
    project_ref: text,
    type: text,
    /** Null after the project has lost the add-on. */
    variant: z.nullable(text),
    previous_variant: z.nullable(text),
  }),
  'project.removed': ProjectFacts,
  'payment_method.added': PaymentMethodFacts,
  'payment_method.default_changed': z.strictObject({ payment_method_id: text }),
  'payment_method.removed': PaymentMethodFacts,
  'invoice.upcoming': z.strictObject({
    plan: PlanId,
    period_start: UnixSeconds,
    period_end: UnixSeconds,
    /** Sum of the lines with the usage so far, before credits. */
    subtotal_cents: Cents,
    projected_cents: Cents,
  }),
  'invoice.finalized': InvoiceFacts,
  'invoice.paid': InvoiceFacts,
  'invoice.payment_failed': z.strictObject({
    invoice_id: text,
    number: text,
    payment_id: text,
    amount_cents: Cents,
    attempt: z.int(),
    code: z.nullable(text),
    decline_code: z.nullable(text),
    next_try_at: moment,
  }),
  'invoice.forgiven': GivenUpFacts,
  'invoice.written_off': GivenUpFacts,
  'invoice.credited': z.strictObject({
    invoice_id: text,
    number: text,
    credit_note_id: text,
    /** Absent in events from before credit notes had numbers. */
    credit_note_number: z.optional(z.nullable(text)),
    amount_cents: Cents,
    /** Part of the credit note above the amount left to pay on the invoice. This part became credit. */
    balance_cents: Cents,
    amount_due_cents: Cents,
    reason: text,
  }),
  'invoice.corrected': z.strictObject({
    invoice_id: text,
    number: text,
    corrected_number: text,
    /** Number of the credit note that cancels the previous version of the invoice. */
    credit_note_number: text,
    subtotal_cents: Cents,
  }),
  'payment.refunded': z.strictObject({
    refund_id: z.nullable(text),
    payment_id: z.nullable(text),
    source: z.nullable(text),
    amount_cents: Cents,
    credit_cents: Cents,
    reason: text,
  }),
  'credit.changed': z.strictObject({
    /** Positive if credit was added. */
    amount_cents: Cents,
    balance_cents: Cents,
    description: text,
    source: z.nullable(text),
  }),
  'dispute.opened': DisputeFacts,
  'dispute.closed': DisputeFacts,
  'restriction.changed': z.strictObject({
    status: standingStatus,
    previous_status: standingStatus,
    reasons: z.array(text),
    grace_period_end: moment,
  }),
  'budget.crossed': z.strictObject({
    budget_id: text,
    name: text,
    /** All thresholds that were reached at this check of the budget. */
    thresholds: z.array(z.strictObject({ percent: z.int(), on: z.enum(['actual', 'projected']) })),
    budget_cents: Cents,
    actual_cents: Cents,
    projected_cents: Cents,
  }),
  'quota.exceeded': z.strictObject({ metric: text, plan: PlanId, spend_cap_on: z.boolean() }),
  'limit.reached': LimitFacts,
  'limit.lifted': LimitFacts,
  'member.changed': z.strictObject({
    email: z.nullable(text),
    username: z.nullable(text),
    role: z.nullable(text),
    previous_role: z.nullable(text),
  }),
  'approval.requested': ApprovalFacts,
  'approval.approved': ApprovalFacts,
  'approval.refused': ApprovalFacts,
  'approval.withdrawn': ApprovalFacts,
  'approval.expired': ApprovalFacts,
  'proposal.made': ProposalFacts,
  'proposal.approved': ProposalFacts,
  'proposal.refused': ProposalFacts,
  'notice.sent': NoticeFacts,
  'notice.failed': NoticeFacts,
} as const;

export type PlatformEventType = keyof typeof eventData;
export type EventData<T extends PlatformEventType> = z.output<(typeof eventData)[T]>;

export const eventTypes = Object.keys(eventData) as [PlatformEventType, ...PlatformEventType[]];
export const EventType = z.enum(eventTypes);

const eventFields = {
  id: text,
  organization: text,
  sequence: z.int(),
  at: UnixSeconds,
};

/** An event as clients read it and webhooks receive it. `eventData` contains the schema of `data` for each type. */
export const PlatformEvent = z
  .strictObject({ ...eventFields, type: EventType, data: z.record(text, z.unknown()) })
  .check(z.refine(({ type, data }) => eventData[type].safeParse(data).success, { path: ['data'], message: "doesn't match the type" }));

const Sequence = z.pipe(z.string().check(z.regex(/^\d{1,12}$/, 'must be the sequence of an event')), z.transform(Number));

/** Query of events after a sequence number: `cursor`, or its alias `after`. */
export const EventsQuery = z.strictObject({ cursor: z.optional(Sequence), after: z.optional(Sequence), limit: z.optional(Limit) }).check(
  z.refine(({ cursor, after }) => cursor === undefined || after === undefined, {
    path: ['after'],
    message: 'must be absent if cursor is given',
  }),
);

export const PlatformEventPage = z.strictObject({ events: z.array(PlatformEvent), has_more: z.boolean(), ...nextCursor });
