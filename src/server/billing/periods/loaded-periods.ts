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
  /** The period. It contains no usage if `priced` is set. */
  readonly period: BillingPeriod;
  /** Stored lines, set for a closed period whose lines are still valid. */
  readonly priced?: readonly InvoiceLine[];
  readonly uncollected: readonly UncollectedInvoice[];
  /** Outcome of the spending limits; absent if the period has no limits. `period` contains the times at which the limits stop charges. */
  readonly limit?: PeriodLimit;
}

export interface BillingInputs {
  readonly subscription: BilledSubscription;
  readonly running: LoadedPeriod;
  /** Periods that a plan change ended and that no invoice bills yet, oldest first. */
  readonly carried: readonly LoadedPeriod[];
  /** Invoiced periods for which usage arrived later, oldest first. */
  readonly late: readonly LoadedPeriod[];
  readonly labels: ProjectLabels;
}
