import type { BillingPeriod } from '#server/domain/bill.ts';
import type { UncollectedInvoice } from '#server/domain/late-usage.ts';
import type { LimitOutcome } from '#server/domain/budget/limit-search.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import type { LimitedPeriod } from '#server/domain/budget/spending-limit.ts';
import type { BilledSubscription, PeriodRow } from '#server/store/billing-periods.ts';
import type { ProjectLabels } from '#server/store/usage/usage-entries.ts';

export type PeriodLimit = Pick<LimitedPeriod, 'limits' | 'fixedCents' | 'earlierCents' | 'earlierParts'> & Omit<LimitOutcome, 'period'>;

export interface LoadedPeriod {
  readonly id: number;
  readonly row: PeriodRow;
  /** Without usage if `priced` is set. */
  readonly period: BillingPeriod;
  /** Stored lines of a closed period. */
  readonly priced?: readonly InvoiceLine[];
  /** Uncollected invoices that include usage of the period. */
  readonly uncollected: readonly UncollectedInvoice[];
  /** Outcome of the period's spending limits, if there are any. `period` contains their stops. */
  readonly limit?: PeriodLimit;
}

export interface BillingInputs {
  readonly subscription: BilledSubscription;
  readonly running: LoadedPeriod;
  /** Periods that a plan change ended and no invoice bills yet, oldest first. */
  readonly carried: readonly LoadedPeriod[];
  /** Invoiced periods with usage that arrived later, oldest first. */
  readonly late: readonly LoadedPeriod[];
  readonly labels: ProjectLabels;
}
