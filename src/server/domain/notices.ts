import { billingPermissions } from '#contract/permissions.ts';
import type { Proposal, TokenScope } from '#contract/types.ts';
import { isAllowed } from '#lib/permissions.ts';
import { memberRoles, permissionsOf, type Role } from './access.ts';
import type { RestrictionStatus } from './collection.ts';
import type { Violation } from './violations.ts';

export type CollectedBy = 'card' | 'transfer' | 'nothing_due';

export interface NamedCard {
  readonly brand: string | null;
  readonly last4: string | null;
}

interface InvoiceFacts {
  readonly invoiceId: string;
  readonly number: string;
}

interface RestrictionFacts {
  readonly violations: readonly Violation[];
}

export interface ChangedDetail {
  readonly what: 'billing_email' | 'tax_id' | 'default_card';
  readonly before: string | null;
  readonly after: string | null;
}

/** State when the email is sent: the next step of collection, or the bank's handling of the payment. */
export interface InvoiceToday {
  readonly state: 'to_charge' | 'failed' | 'no_card' | 'to_pay' | 'to_transfer' | 'under_way' | 'given_up' | 'disputed' | 'returned';
  /** Null if no further attempt is planned, or if the first attempt is due. */
  readonly nextTryAt: number | null;
  readonly isOverdue: boolean;
}

/** Amounts are in cents, times in seconds since 1970. */
export interface NoticeFacts {
  invoice_issued: InvoiceFacts & {
    readonly totalCents: number;
    readonly dueCents: number;
    readonly collectedBy: CollectedBy;
    readonly dueAt: number | null;
    readonly poNumber?: string;
    readonly buyerReference?: string;
    /** State when the email is sent; never stored. Absent if nothing is owed and no payment is disputed. */
    readonly today?: InvoiceToday;
    /** Sum of the credit notes on the invoice, read when the email is sent. */
    readonly creditedCents?: number;
  };
  /** `invoiceId` and `number` are null for a credit top-up, which has no invoice. */
  receipt: {
    readonly invoiceId: string | null;
    readonly number: string | null;
    readonly amountCents: number;
    readonly card: NamedCard | null;
    readonly paidAt: number;
  };
  payment_failed: InvoiceFacts & {
    readonly amountCents: number;
    readonly card: NamedCard | null;
    readonly reason: string;
    /** True if the bank requires confirmation by the cardholder. A payment without the cardholder then fails. */
    readonly needsConfirmation?: true;
    readonly nextTryAt: number | null;
    readonly overdueAt: number | null;
    readonly restrictedAt: number | null;
  };
  last_notice: RestrictionFacts & { readonly restrictedAt: number | null; readonly owedCents: number; readonly numbers: readonly string[] };
  restricted: RestrictionFacts & { readonly owedCents: number; readonly numbers: readonly string[] };
  restored: { readonly before: RestrictionStatus };
  card_expiring: { readonly methodId: string; readonly card: NamedCard; readonly month: number; readonly year: number };
  change_applied: {
    readonly what: 'plan' | 'spend_cap';
    readonly planName: string;
    readonly fromPlanName: string;
    readonly spendCapOn: boolean | null;
    readonly chargedCents: number;
    readonly number: string | null;
  };
  change_refunded: { readonly planName: string; readonly amountCents: number; readonly why: string };
  refund_issued: { readonly amountCents: number; readonly reason: string; readonly creditCents: number };
  dispute_opened: { readonly disputeId: string; readonly amountCents: number };
  dispute_closed: { readonly disputeId: string; readonly amountCents: number; readonly outcome: 'won' | 'lost' };
  buyer_corrected: InvoiceFacts & {
    readonly correctedNumber: string;
    readonly creditNoteNumber: string;
    /** Counts from 1 in the invoice's list of corrections. */
    readonly position: number;
  };
  po_missing: InvoiceFacts & { readonly totalCents: number; readonly finalAt: number };
  organization_closed: {
    /** Final invoices, oldest first. */
    readonly invoices: readonly { readonly number: string; readonly totalCents: number; readonly dueCents: number }[];
    /** Refunds of the unused parts of paid top-ups. `waits`: true if a second person must approve the refund first. */
    readonly refunds: readonly { readonly amountCents: number; readonly waits: boolean }[];
    /** Gift credit that expires when the organization closes. */
    readonly endedCreditCents: number;
    readonly readableUntil: number;
  };
  late_usage: { readonly amountCents: number; readonly invoicedAt: number };
  budget_crossed: {
    readonly budgetName: string;
    /** Project or metric that the budget covers. Absent for a budget of the whole organization. */
    readonly subject?: string;
    /** True if the limit applies to one UTC day. */
    readonly isDaily?: boolean;
    readonly stopsCharges?: boolean;
    readonly thresholdPercent: number;
    readonly budgetCents: number;
    readonly spentCents: number;
    readonly periodEndsAt: number;
    readonly isForecast: boolean;
    /** Time of the spend or forecast. Absent in notices of earlier releases. */
    readonly seenAt?: number;
    /** Addresses in the budget. If absent, the organization's recipients get the alert. */
    readonly recipients?: readonly string[];
    /** Identifies threshold, cycle and subject. An address gets one alert per key. Absent in notices of earlier releases. */
    readonly alert?: string;
    readonly budgetId?: string;
  };
  credit_low: { readonly balanceCents: number; readonly usedCents: number };
  price_change: {
    readonly version: string;
    readonly effectiveAt: number;
    readonly appliesFrom: number;
    readonly changes: readonly { readonly what: string; readonly before: string; readonly after: string }[];
  };
  details_changed: { readonly changes: readonly ChangedDetail[]; readonly by: string | null };
  token_created: {
    readonly name: string;
    readonly scopes: readonly TokenScope[];
    /** Null if the token can access the whole organization. */
    readonly projectName: string | null;
    readonly endsAt: number;
    readonly by: string;
  };
  proposal_made: {
    readonly proposalId: string;
    readonly act: Proposal['act'];
    readonly tier: Proposal['tier'];
    readonly amountCents: number | null;
    readonly dueCents: number;
    readonly monthlyCents: number;
    readonly reason: string;
    /** Username of the member, or name of the token, that made the proposal. */
    readonly by: string;
    readonly isByToken: boolean;
    readonly endsAt: number;
  };
  confirm_address: {
    readonly address: string;
    /** Secret of the confirmation link, generated when the email is sent; never stored. */
    readonly token?: string;
  };
}

export type NoticeKind = keyof NoticeFacts;

export interface NoticeTruth {
  /** False if the notice is no longer true. The email is then withdrawn. */
  readonly holds: boolean;
  readonly isPaid: boolean;
  /** Current facts replace the facts of the notice. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

interface KindRule {
  readonly label: string;
  /** True if recipients cannot mute the notice: it concerns running services, prices or the payer. */
  readonly isMandatory: boolean;
  /** If true, the notice is not sent while a partner collects the payments. */
  readonly isAboutPayment: boolean;
  readonly isForOwners?: true;
  /** Sent to members with billing write permission instead of the organization's recipients. */
  readonly isForApprovers?: true;
}

const payment = { isMandatory: false, isAboutPayment: true } as const;
const other = { isMandatory: false, isAboutPayment: false } as const;

export const noticeKindRules: Readonly<Record<NoticeKind, KindRule>> = {
  invoice_issued: { label: 'New invoices', ...payment },
  receipt: { label: 'Receipts', ...payment },
  payment_failed: { label: 'Failed payments', isMandatory: true, isAboutPayment: true },
  last_notice: { label: 'Last notice before services stop', isMandatory: true, isAboutPayment: false },
  restricted: { label: 'Services stopped', isMandatory: true, isAboutPayment: false },
  restored: { label: 'Services restored', ...other },
  card_expiring: { label: 'Expiring cards', ...payment },
  change_applied: { label: 'Plan and spend cap changes', ...other },
  change_refunded: { label: 'Refunded plan changes', ...payment },
  refund_issued: { label: 'Refunds', ...payment },
  dispute_opened: { label: 'New disputes', ...payment },
  dispute_closed: { label: 'Closed disputes', ...payment },
  late_usage: { label: 'Usage reported late', ...payment },
  buyer_corrected: { label: 'Corrected invoices', ...payment },
  po_missing: { label: 'Missing purchase order numbers', ...payment },
  budget_crossed: { label: 'Budgets', ...other },
  credit_low: { label: 'Low credit balance', ...payment },
  organization_closed: { label: 'Closed organization', isMandatory: true, isAboutPayment: false },
  price_change: { label: 'Price changes', isMandatory: true, isAboutPayment: false },
  details_changed: { label: 'Changed billing details', isMandatory: true, isAboutPayment: false },
  token_created: { label: 'New tokens', isMandatory: true, isAboutPayment: false, isForOwners: true },
  proposal_made: { label: 'New proposals', isMandatory: true, isAboutPayment: false, isForApprovers: true },
  confirm_address: { label: 'Confirmation of an address', isMandatory: true, isAboutPayment: false },
};

export const noticeKinds = Object.keys(noticeKindRules) as NoticeKind[];

/** Excludes `confirm_address`, because an unconfirmed address is no recipient. */
export const recipientKinds = noticeKinds.filter(
  (kind) => kind !== 'confirm_address' && !noticeKindRules[kind].isForOwners && !noticeKindRules[kind].isForApprovers,
);

/** If the sandbox clock skips more days than this, one digest email replaces the single notices. */
export const DIGEST_DAYS = 45;

/** Days before the end of the expiry month on the card. */
export const CARD_NOTICE_DAYS = 30;

const mayAct = (role: Role): boolean => {
  const grants = permissionsOf(role, 'any');
  return billingPermissions('billing:Write').every((required) => isAllowed(grants, 'any', required));
};

/** Members with these roles get the emails if an organization has no recipients. */
export const rolesThatMayAct: readonly Role[] = memberRoles.filter(mayAct);
