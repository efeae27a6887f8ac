import type { BillingPeriod } from '#server/domain/bill.ts';
import type { UncollectedInvoice } from '#server/domain/late-usage.ts';
import type { LimitOutcome } from '#server/domain/budget/limit-search.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import type { LimitedPeriod } from '#server/domain/budget/spending-limit.ts';
import type { BilledSubscription, PeriodRow } from '#server/store/billing-periods.ts';
import type { ProjectLabels } from '#server/store/usage/usage-entries.ts';

/** The limits of a period and what they come to. */
export type PeriodLimit = Pick<LimitedPeriod, 'limits' | 'fixedCents'> & Omit<LimitOutcome, 'period'>;

export interface LoadedPeriod {
  readonly id: number;
  readonly row: PeriodRow;
  /** Without usage where it has been priced. */
  readonly period: BillingPeriod;
  /** What it comes to, where that is stored: it is over. */
  readonly priced?: readonly InvoiceLine[];
  /** Invoices that hold usage of it and were never collected. */
  readonly uncollected: readonly UncollectedInvoice[];
  /** How it stands under its spending limits, where it has any; the period has their stops. */
  readonly limit?: PeriodLimit;
}

/** All that the next invoice of an organization depends on. */
export interface BillingInputs {
  readonly subscription: BilledSubscription;
  readonly running: LoadedPeriod;
  /** Periods that a change of plan ended and no invoice bills yet, oldest first. */
  readonly carried: readonly LoadedPeriod[];
  /** Periods that an invoice bills and for which usage has arrived since, oldest first. */
  readonly late: readonly LoadedPeriod[];
  readonly labels: ProjectLabels;
}
