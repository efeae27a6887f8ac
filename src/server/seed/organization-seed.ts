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
  /** Usage per cycle in base units; levels (database, storage) are held all the time. */
  readonly monthlyUsage?: Readonly<Partial<Record<UsageMetric, number>>>;
  /** Number of past cycles with this usage; default all. */
  readonly usedCyclesBefore?: number;
}

/** Payment result of an invoice that was not simply paid. */
export type InvoiceOutcome = Partial<Pick<Invoice, 'status'>> & {
  readonly paymentAttempted?: boolean;
  readonly paymentIsProcessing?: boolean;
  /** Days from now to a later due date granted by support. */
  readonly dueInDays?: number;
  /** Days from now to the finalization of a held draft. */
  readonly finalizesInDays?: number;
  /** Paid, or being paid, by bank transfer, so without a charge at the gateway. */
  readonly byTransfer?: true;
};

/** A card from the organization's start, used for its payments since then. */
export interface CardSeed {
  /** Sandbox test card number. */
  readonly number: string;
  /** Default: long after the seeding. */
  readonly expires?: 'this month' | 'three months ago';
  /** Without it, the first card is the default. */
  readonly isDefault?: true;
  readonly isDeleted?: true;
  /** Declined when charged; past declined attempts used it. */
  readonly declines?: true;
}

export interface BillingSeed {
  readonly name: string;
  readonly address: Address;
  readonly taxId?: TaxId;
  /** Billing name on past invoices, where it was another one. */
  readonly formerName?: string;
}

/** A plan change that waits for payment. */
export interface PendingChangeSeed {
  readonly tier: Tier;
  /** Number of a new card that asks for a challenge. */
  readonly card: string;
  /** Payment time granted by support instead of minutes. */
  readonly daysToPay: number;
}

export interface CreditSeed {
  /** Cents; positive is credit for the customer. */
  readonly cents: number;
  readonly from: LedgerAccount;
  readonly description: string;
  readonly daysAgo: number;
}

/** A record of usage of an hour ago, so large that it is held for review. */
export interface HeldUsageSeed {
  readonly project: string;
  readonly metric: UsageMetric;
  readonly quantity: number;
}

/** Cycles count from 0, the first; the discount holds from the start of one to the start of another, or for good. */
export interface DiscountSeed {
  readonly key: LineKey;
  readonly basisPoints: number;
  readonly fromCycle?: number;
  readonly untilCycle?: number;
}

/** Usage in one cycle only. */
export interface CycleUsageSeed {
  readonly project: string;
  readonly metric: UsageMetric;
  readonly cycle: number;
  /** One usage record each. */
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
  /** Paid by the default card, or by a new card that is not saved. */
  | { readonly kind: 'top_up'; readonly dollars: number; readonly number?: string }
  /** Adds a budget, or changes the one with its name. */
  | { readonly kind: 'budget'; readonly budget: BudgetSeed }
  /** By staff: credit, a credit note on the latest paid invoice, a refund of the latest top-up. */
  | { readonly kind: 'credit' | 'credit_note' | 'refund'; readonly cents: number; readonly reason: string }
  /** The bank decides the open dispute. */
  | { readonly kind: 'dispute_decided'; readonly outcome: 'won' | 'lost' };

export type BudgetSeed = Pick<Shape<'BudgetRequest'>, 'name' | 'basis' | 'amount_cents' | 'thresholds' | 'at_limit'>;

/** An act of a member, staff or the bank in the past. */
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
  /** Days since the current cycle began. */
  readonly daysIntoCycle: number;
  readonly projects: readonly ProjectSeed[];
  readonly billingEmail?: string | null;
  readonly additionalEmails?: readonly string[];
  /** Adds emails of past invoices; other organizations have none. */
  readonly hasPastEmails?: true;
  /** Bouncing recipients: the email about the newest invoice bounced. */
  readonly bouncedEmails?: readonly string[];
  readonly partner?: NonNullable<Organization['billing_partner']>;
  readonly disabledFeatures?: Organization['disabled_features'];
  /** Violations reported by services outside usage metering. */
  readonly reportedViolations?: readonly Violation[];
  readonly paymentMethodType?: Subscription['payment_method_type'];
  readonly contract?: ContractTerms;
  readonly discounts?: readonly DiscountSeed[];
  readonly cycleUsage?: readonly CycleUsageSeed[];
  readonly heldUsage?: HeldUsageSeed;
  /** A change of plan at the end of the running cycle. */
  readonly scheduledPlan?: PlanId;
  readonly credits?: readonly CreditSeed[];
  /** Oldest first; the first card that is not declined paid the past invoices. */
  readonly cards?: readonly CardSeed[];
  readonly billing?: BillingSeed;
  readonly pendingChange?: PendingChangeSeed;
  /** With acts, jobs and members' calls run in order of time, and cards pay the invoices; `invoices` is ignored. */
  readonly acts?: readonly PastAct[] | undefined;
  /** Newest first; the others are paid. */
  readonly invoices?: readonly InvoiceOutcome[];
  /** Fault in every read. */
  readonly fault?: { readonly delayMs?: number; readonly message?: string };
  /** Handles of further members with their roles. */
  readonly members?: Readonly<Record<string, Role>>;
  /** True if the demo's members do not belong to it. */
  readonly ownMembersOnly?: boolean;
}
