/** The mails that organizations get: the kinds, the facts of each, and who may leave which out. */
import { billingPermissions } from '#contract/permissions.ts';
import { isAllowed } from '#lib/permissions.ts';
import { memberRoles, permissionsOf, type Role } from './access.ts';
import type { RestrictionStatus } from './collection.ts';
import type { Violation } from './violations.ts';

/** How what an invoice leaves to pay is collected. */
export type CollectedBy = 'card' | 'transfer' | 'nothing_due';

/** A card as mails name it. */
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

/** One detail that was changed, in words that stand in the mail as they are. */
export interface ChangedDetail {
  readonly what: 'billing_email' | 'tax_id' | 'default_card';
  readonly before: string | null;
  readonly after: string | null;
}

/** How an invoice stands when its email leaves: what it waits for, or what a bank does with its payment. */
export interface InvoiceToday {
  readonly state: 'to_charge' | 'failed' | 'no_card' | 'to_pay' | 'to_transfer' | 'under_way' | 'given_up' | 'disputed' | 'returned';
  /** When the card is tried next; null if no try is planned, or the first one is due. */
  readonly nextTryAt: number | null;
  readonly isOverdue: boolean;
}

/** The facts of each kind. Amounts are cents, instants are unix seconds. */
export interface NoticeFacts {
  invoice_issued: InvoiceFacts & {
    readonly totalCents: number;
    readonly dueCents: number;
    readonly collectedBy: CollectedBy;
    readonly dueAt: number | null;
    /** Read when the email leaves, never stored. Absent if nothing is owed and no payment is disputed. */
    readonly today?: InvoiceToday;
    /** Sum of the credit notes on the invoice, read when the email is sent; cents. */
    readonly creditedCents?: number;
  };
  /** The number is null for a top-up of credit, which has no invoice. */
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
  late_usage: { readonly amountCents: number; readonly invoicedAt: number };
  budget_crossed: {
    readonly budgetName: string;
    /** Charges stop at the amount. */
    readonly stopsCharges?: boolean;
    readonly thresholdPercent: number;
    readonly budgetCents: number;
    readonly spentCents: number;
    readonly periodEndsAt: number;
    readonly isForecast: boolean;
    /** When the spend was read or forecast; absent in notices of earlier releases. */
    readonly seenAt?: number;
    /** The addresses that the budget names. Absent: the organization's recipients. */
    readonly recipients?: readonly string[];
    /** Names the threshold and its cycle, whatever budget has it: an address gets one alert of it. Absent in notices of earlier releases. */
    readonly alert?: string;
  };
  credit_low: { readonly balanceCents: number; readonly usedCents: number };
  price_change: {
    readonly version: string;
    readonly effectiveAt: number;
    readonly appliesFrom: number;
    readonly changes: readonly { readonly what: string; readonly before: string; readonly after: string }[];
  };
  details_changed: { readonly changes: readonly ChangedDetail[]; readonly by: string | null };
  confirm_address: {
    readonly address: string;
    /** Secret of the link. Made when the email leaves, never stored. */
    readonly token?: string;
  };
}

export type NoticeKind = keyof NoticeFacts;

/** How a notice stands when its email is about to leave. */
export interface NoticeTruth {
  /** Whether the notice still holds: an email that no longer does is withdrawn. */
  readonly holds: boolean;
  readonly isPaid: boolean;
  /** Facts as of now, which replace those of the notice. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

interface KindRule {
  /** As settings name it. */
  readonly label: string;
  /** Every recipient gets it: whether services go on, what prices hold, and who pays depends on it. */
  readonly isMandatory: boolean;
  /** Not sent where a partner collects. */
  readonly isAboutPayment: boolean;
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
  budget_crossed: { label: 'Budgets', ...other },
  credit_low: { label: 'Low credit balance', ...payment },
  price_change: { label: 'Price changes', isMandatory: true, isAboutPayment: false },
  details_changed: { label: 'Changed billing details', isMandatory: true, isAboutPayment: false },
  confirm_address: { label: 'Confirmation of an address', isMandatory: true, isAboutPayment: false },
};

export const noticeKinds = Object.keys(noticeKindRules) as NoticeKind[];

/** Kinds that recipients get. A confirmation goes to an address that is none yet. */
export const recipientKinds = noticeKinds.filter((kind) => kind !== 'confirm_address');

/** A step of the movable clock that is longer than this sends one mail for all that happened on the way. */
export const DIGEST_DAYS = 45;

/** A card is announced so long before the month ends that is printed on it. */
export const CARD_NOTICE_DAYS = 30;

const mayAct = (role: Role): boolean => {
  const grants = permissionsOf(role, 'any');
  return billingPermissions('billing:Write').every((required) => isAllowed(grants, 'any', required));
};

/** Who gets mail where an organization has left no recipients. */
export const rolesThatMayAct: readonly Role[] = memberRoles.filter(mayAct);
