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
  /** Variants, for example `pitr_7`. */
  readonly addons?: readonly string[];
  readonly replicas?: readonly ProjectSummary['infra_compute_size'][];
  /** Provisioned disk in GB. Default: 8. */
  readonly diskGb?: number;
  /** Usage per cycle in base units. Database and storage sizes last for the whole cycle. */
  readonly monthlyUsage?: Readonly<Partial<Record<UsageMetric, number>>>;
  /** Number of past cycles that have this usage. Default: all cycles. */
  readonly usedCyclesBefore?: number;
}

/** Payment outcome of an invoice. An empty object means that the first charge has paid the invoice. */
export type InvoiceOutcome = Partial<Pick<Invoice, 'status'>> & {
  readonly paymentAttempted?: boolean;
  readonly paymentIsProcessing?: boolean;
  /** Days from now until the due date, which support has postponed. */
  readonly dueInDays?: number;
  readonly finalizesInDays?: number;
  /** Set if the invoice is paid by bank transfer. The gateway then has no charge for the invoice. */
  readonly byTransfer?: true;
};

export interface CardSeed {
  readonly number: string;
  /** Default: long after the seeding. */
  readonly expires?: 'this month' | 'three months ago';
  /** If no card has this setting, the first card is the default. */
  readonly isDefault?: true;
  readonly isDeleted?: true;
  /** Declines all charges of this card, including past charges. */
  readonly declines?: true;
}

export interface BillingSeed {
  readonly name: string;
  readonly address: Address;
  readonly taxId?: TaxId;
  /** Billing name on past invoices, if it has changed. */
  readonly formerName?: string;
}

export interface PendingChangeSeed {
  readonly tier: Tier;
  /** A new card that requires a challenge. */
  readonly card: string;
  /** Days until the payment expires. Other payments expire after minutes, but support has extended this payment. */
  readonly daysToPay: number;
}

export interface CreditSeed {
  /** A positive amount is credit for the customer. */
  readonly cents: number;
  readonly from: LedgerAccount;
  readonly description: string;
  readonly daysAgo: number;
}

/** Usage of one hour ago that is so large that it is held for review. */
export interface HeldUsageSeed {
  readonly project: string;
  readonly metric: UsageMetric;
  readonly quantity: number;
}

/** A discount applies from the start of `fromCycle` to the start of `untilCycle`, or without end. Cycles are counted from 0. */
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
  /** Each quantity becomes one record. */
  readonly quantities: readonly number[];
}

type ActOf =
  | { readonly kind: 'rename'; readonly name: string }
  | { readonly kind: 'recipients'; readonly billingEmail: string; readonly additionalEmails: readonly string[] }
  | { readonly kind: 'details'; readonly billing: BillingSeed }
  | { readonly kind: 'card'; readonly number: string }
  | { readonly kind: 'default_card' | 'delete_card'; readonly last4: string }
  | { readonly kind: 'plan'; readonly tier: Tier }
  /** The default card, or a new card that is not saved, pays the top-up. */
  | { readonly kind: 'top_up'; readonly dollars: number; readonly number?: string }
  | { readonly kind: 'budget'; readonly budget: BudgetSeed }
  /** Staff action: gives credit, issues a credit note on the latest paid invoice, or refunds the latest top-up. */
  | { readonly kind: 'credit' | 'credit_note' | 'refund'; readonly cents: number; readonly reason: string }
  | { readonly kind: 'dispute_decided'; readonly outcome: 'won' | 'lost' };

export type BudgetSeed = Pick<Shape<'BudgetRequest'>, 'name' | 'basis' | 'amount_cents' | 'thresholds' | 'at_limit'>;

export type PastAct = ActOf & {
  readonly daysAgo: number;
  /** In UTC. */
  readonly hour: number;
  readonly by?: Role;
};

/** A demo organization. Times are relative to the seeding. Amounts result from prices and usage. */
export interface OrganizationSeed {
  readonly slug: string;
  readonly name: string;
  readonly plan: PlanId;
  /** Only for Pro. Default: off. */
  readonly spendCapOn?: boolean;
  /** Number of completed cycles. On a paid plan, there is an invoice for the start and for the end of each cycle. */
  readonly cyclesBefore: number;
  readonly daysIntoCycle: number;
  readonly projects: readonly ProjectSeed[];
  readonly billingEmail?: string | null;
  readonly additionalEmails?: readonly string[];
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
  /** Cards, oldest first. The first card that is not declined has paid the past invoices. */
  readonly cards?: readonly CardSeed[];
  readonly billing?: BillingSeed;
  readonly pendingChange?: PendingChangeSeed;
  /** Past actions. If set, the seeding runs jobs and member calls in order of time, charges cards for invoices, and ignores `invoices`. */
  readonly acts?: readonly PastAct[] | undefined;
  /** Payment outcomes, newest invoice first. An invoice without an outcome is paid. */
  readonly invoices?: readonly InvoiceOutcome[];
  readonly fault?: { readonly delayMs?: number; readonly message?: string };
  readonly members?: Readonly<Record<string, Role>>;
  readonly ownMembersOnly?: boolean;
}
