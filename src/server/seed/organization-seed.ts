import type { Address, Invoice, Organization, PlanId, ProjectSummary, Shape, Subscription, TaxId, Tier } from '#contract/types.ts';
import type { Role } from '#server/domain/access.ts';
import type { LineKey } from '#server/domain/lines.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import type { Violation } from '#server/domain/violations.ts';
import type { LedgerAccount } from '#server/database/tables/ledger.ts';

export interface ProjectSeed {
  readonly name: string;
  /** Default: healthy. */
  readonly status?: ProjectSummary['status'];
  /** Default: Micro. */
  readonly size?: ProjectSummary['infra_compute_size'];
  readonly isBranch?: boolean;
  readonly usesOriole?: boolean;
  /** Add-on variants, for example `pitr_7`. */
  readonly addons?: readonly string[];
  readonly replicas?: readonly ProjectSummary['infra_compute_size'][];
  /** Provisioned disk; default 8 GB. */
  readonly diskGb?: number;
  /** Usage per cycle in base units. Levels (database, storage) last for the whole cycle. */
  readonly monthlyUsage?: Readonly<Partial<Record<UsageMetric, number>>>;
  /** Number of past cycles with this usage; default: all. */
  readonly usedCyclesBefore?: number;
}

/** Payment outcome of an invoice; if empty, the first charge paid it. */
export type InvoiceOutcome = Partial<Pick<Invoice, 'status'>> & {
  readonly paymentAttempted?: boolean;
  readonly paymentIsProcessing?: boolean;
  /** Days from now to a later due date granted by support. */
  readonly dueInDays?: number;
  /** Days from now to the finalization of a held draft. */
  readonly finalizesInDays?: number;
  /** Set if paid, or being paid, by bank transfer; the gateway then has no charge. */
  readonly byTransfer?: true;
};

export interface CardSeed {
  readonly number: string;
  /** Default: long after the seeding. */
  readonly expires?: 'this month' | 'three months ago';
  /** Makes this card the default; if no card sets it, the first one is. */
  readonly isDefault?: true;
  readonly isDeleted?: true;
  /** Charges of this card are declined, also those in the past. */
  readonly declines?: true;
}

export interface BillingSeed {
  readonly name: string;
  readonly address: Address;
  readonly taxId?: TaxId;
  /** Billing name on past invoices, if it was different. */
  readonly formerName?: string;
}

export interface PendingChangeSeed {
  readonly tier: Tier;
  /** Number of a new card that requires a challenge. */
  readonly card: string;
  /** Days to pay that support granted, instead of the usual minutes. */
  readonly daysToPay: number;
}

export interface CreditSeed {
  /** Amount in cents; positive is credit for the customer. */
  readonly cents: number;
  readonly from: LedgerAccount;
  readonly description: string;
  readonly daysAgo: number;
}

/** A usage record of an hour ago, so large that it is held for review. */
export interface HeldUsageSeed {
  readonly project: string;
  readonly metric: UsageMetric;
  readonly quantity: number;
}

/** Cycles are counted from 0. The discount applies from the start of `fromCycle` to the start of `untilCycle`, or forever. */
export interface DiscountSeed {
  readonly key: LineKey;
  readonly basisPoints: number;
  readonly fromCycle?: number;
  readonly untilCycle?: number;
}

export interface CycleUsageSeed {
  readonly project: string;
  readonly metric: UsageMetric;
  readonly cycle: number;
  /** Quantities, one per usage record. */
  readonly quantities: readonly number[];
}

type ActOf =
  | { readonly kind: 'rename'; readonly name: string }
  | { readonly kind: 'recipients'; readonly billingEmail: string; readonly additionalEmails: readonly string[] }
  | { readonly kind: 'details'; readonly billing: BillingSeed }
  /** Adds a card and makes it the default. */
  | { readonly kind: 'card'; readonly number: string }
  | { readonly kind: 'default_card' | 'delete_card'; readonly last4: string }
  | { readonly kind: 'plan'; readonly tier: Tier }
  /** A top-up, paid by the default card or by a new card that is not saved. */
  | { readonly kind: 'top_up'; readonly dollars: number; readonly number?: string }
  /** Adds a budget, or changes the one of this name. */
  | { readonly kind: 'budget'; readonly budget: BudgetSeed }
  /** Staff action: credit, a credit note on the latest paid invoice, or a refund of the latest top-up. */
  | { readonly kind: 'credit' | 'credit_note' | 'refund'; readonly cents: number; readonly reason: string }
  | { readonly kind: 'dispute_decided'; readonly outcome: 'won' | 'lost' };

export type BudgetSeed = Pick<Shape<'BudgetRequest'>, 'name' | 'basis' | 'amount_cents' | 'thresholds' | 'at_limit'>;

export type PastAct = ActOf & {
  readonly daysAgo: number;
  /** Hour of the day in UTC. */
  readonly hour: number;
  /** Acting member; absent for staff and the bank. */
  readonly by?: Role;
};

/** A demo organization, relative to the seeding time. Amounts follow from prices and usage. */
export interface OrganizationSeed {
  readonly slug: string;
  readonly name: string;
  readonly plan: PlanId;
  /** Only applies to Pro; default off. */
  readonly spendCapOn?: boolean;
  /** Number of completed cycles. A paid plan has an invoice for its start and for each end of a cycle. */
  readonly cyclesBefore: number;
  readonly daysIntoCycle: number;
  readonly projects: readonly ProjectSeed[];
  readonly billingEmail?: string | null;
  readonly additionalEmails?: readonly string[];
  /** Adds emails of past invoices; other organizations have none. */
  readonly hasPastEmails?: true;
  readonly bouncedEmails?: readonly string[];
  readonly partner?: NonNullable<Organization['billing_partner']>;
  readonly disabledFeatures?: Organization['disabled_features'];
  readonly reportedViolations?: readonly Violation[];
  readonly paymentMethodType?: Subscription['payment_method_type'];
  readonly contract?: ContractTerms;
  readonly discounts?: readonly DiscountSeed[];
  readonly cycleUsage?: readonly CycleUsageSeed[];
  readonly heldUsage?: HeldUsageSeed;
  readonly scheduledPlan?: PlanId;
  readonly credits?: readonly CreditSeed[];
  /** Oldest first; the first card that is not declined paid the past invoices. */
  readonly cards?: readonly CardSeed[];
  readonly billing?: BillingSeed;
  readonly pendingChange?: PendingChangeSeed;
  /** Past actions. If present, jobs and members' calls run in order of time, cards pay the invoices, and `invoices` is ignored. */
  readonly acts?: readonly PastAct[] | undefined;
  /** Outcomes of the newest invoices, newest first; invoices without one are paid. */
  readonly invoices?: readonly InvoiceOutcome[];
  readonly fault?: { readonly delayMs?: number; readonly message?: string };
  readonly members?: Readonly<Record<string, Role>>;
  readonly ownMembersOnly?: boolean;
}
