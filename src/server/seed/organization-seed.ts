import type { Address, Invoice, Organization, PlanId, ProjectSummary, Subscription, TaxId, Tier } from '#contract/types.ts';
import type { Role } from '#server/domain/access.ts';
import type { LineKey } from '#server/domain/lines.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import type { Violation } from '#server/domain/violations.ts';
import type { LedgerAccount } from '#server/database/tables/ledger.ts';

export interface ProjectSeed {
  readonly name: string;
  /** Healthy where absent. */
  readonly status?: ProjectSummary['status'];
  /** Micro where absent. */
  readonly size?: ProjectSummary['infra_compute_size'];
  readonly isBranch?: boolean;
  readonly usesOriole?: boolean;
  /** Add-on variants, for example `pitr_7`. */
  readonly addons?: readonly string[];
  /** Compute sizes of read replicas. */
  readonly replicas?: readonly ProjectSummary['infra_compute_size'][];
  /** Provisioned disk; 8 GB where absent. */
  readonly diskGb?: number;
  /** What the project uses in a whole cycle, in base units; levels (database, storage) are held all the time. */
  readonly monthlyUsage?: Readonly<Partial<Record<UsageMetric, number>>>;
  /** How many cycles before the running one were used like this; all where absent. */
  readonly usedCyclesBefore?: number;
}

/** What became of an invoice's payment, where it has not simply been paid. */
export type InvoiceOutcome = Partial<Pick<Invoice, 'status'>> & {
  readonly paymentAttempted?: boolean;
  readonly paymentIsProcessing?: boolean;
  /** A later day to pay by that support has agreed to, in days from now. */
  readonly dueInDays?: number;
  /** When a draft that an operator holds back goes on, in days from now. */
  readonly finalizesInDays?: number;
  /** Paid, or being paid, by a transfer that the gateway does not see: there is no charge. */
  readonly byTransfer?: true;
};

/** A card as the card fields make it. It came when the organization began, and has paid since. */
export interface CardSeed {
  /** A test card of the sandbox. */
  readonly number: string;
  /** Long after the seeding where absent. */
  readonly expires?: 'this month' | 'three months ago';
  /** The first card is the default where none says so. */
  readonly isDefault?: true;
  /** It was deleted since. */
  readonly isDeleted?: true;
  /** Declines when charged: what was refused in the past was tried with it. */
  readonly declines?: true;
}

export interface BillingSeed {
  readonly name: string;
  readonly address: Address;
  readonly taxId?: TaxId;
}

/** A change of plan whose payment waits for its payer. */
export interface PendingChangeSeed {
  readonly tier: Tier;
  /** Number of a new card that asks for a challenge. */
  readonly card: string;
  /** Support has given the payer so long, in place of the usual minutes. */
  readonly daysToPay: number;
}

export interface CreditSeed {
  /** Cents; positive is credit given. */
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

/** Use in one cycle only. */
export interface CycleUsageSeed {
  readonly project: string;
  readonly metric: UsageMetric;
  readonly cycle: number;
  /** One record each. */
  readonly quantities: readonly number[];
}

/** An organization of the demo, relative to the time of seeding. Amounts follow from prices and usage, none is stated. */
export interface OrganizationSeed {
  readonly slug: string;
  readonly name: string;
  readonly plan: PlanId;
  /** Only a choice on Pro; off where absent. */
  readonly spendCapOn?: boolean;
  /** Whole cycles that are over. A paid plan's start and each end of a cycle brought an invoice. */
  readonly cyclesBefore: number;
  /** Days since the running cycle began. */
  readonly daysIntoCycle: number;
  readonly projects: readonly ProjectSeed[];
  readonly billingEmail?: string | null;
  readonly additionalEmails?: readonly string[];
  /** Its invoices were sent by mail. Elsewhere the past has no mails. */
  readonly hasPastMails?: true;
  /** Recipients that mail comes back from: the mail about the newest invoice did. */
  readonly bouncedEmails?: readonly string[];
  readonly partner?: NonNullable<Organization['billing_partner']>;
  readonly disabledFeatures?: Organization['disabled_features'];
  /** What services outside the usage metering report. */
  readonly reportedViolations?: readonly Violation[];
  readonly paymentMethodType?: Subscription['payment_method_type'];
  readonly contract?: ContractTerms;
  readonly discounts?: readonly DiscountSeed[];
  readonly cycleUsage?: readonly CycleUsageSeed[];
  readonly heldUsage?: HeldUsageSeed;
  /** A change of plan at the end of the running cycle. */
  readonly scheduledPlan?: PlanId;
  readonly credits?: readonly CreditSeed[];
  /** Oldest first; the first that does not decline has paid the past. */
  readonly cards?: readonly CardSeed[];
  readonly billing?: BillingSeed;
  readonly pendingChange?: PendingChangeSeed;
  /** Newest first; the others are paid. */
  readonly invoices?: readonly InvoiceOutcome[];
  /** What goes wrong in every read. */
  readonly fault?: { readonly delayMs?: number; readonly message?: string };
  /** Handles of further members with their roles. */
  readonly members?: Readonly<Record<string, Role>>;
  /** True where the demo's members do not belong to it. */
  readonly ownMembersOnly?: boolean;
}
