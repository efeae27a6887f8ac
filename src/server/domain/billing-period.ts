import type { PriceBook } from './book/price-book.ts';
import type { InvoicedLine, LineDiscount } from './lines.ts';
import type { PartStops } from './budget/limit-scopes.ts';
import type { CapTimeline, Cycle, Stretch } from './periods.ts';
import type { PlanId } from './plans.ts';
import type { ContractTerms } from './rates.ts';
import type { RunningResource, UsageEntry } from './usage.ts';

/** Input of one bill. A cycle has one plan, because a plan change starts a new cycle. */
export type BillingPeriod = {
  planId: PlanId;
  /** Price book version in force when the period began. */
  book: PriceBook;
  cycle: Cycle;
  cap: CapTimeline;
  /** Sorted, disjoint times in which a spending limit is reached. Usage covered by the spend cap is then not charged. */
  stops?: readonly Stretch[] | undefined;
  /** Times in which limits on single projects or metrics prevent charges. */
  partStops?: PartStops | undefined;
  contract?: ContractTerms | undefined;
  discounts: readonly LineDiscount[];
  invoiced: readonly InvoicedLine[];
  mfaPhoneEnabledAt?: ReadonlyMap<string, number> | undefined;
  /** Usage from the start of the clock hour in which the cycle began. The bill ignores entries outside the cycle. */
  entries: readonly UsageEntry[];
  running?: readonly RunningResource[] | undefined;
  /** True to price all projects as one. Set only by callers that need only line totals. */
  isTogether?: boolean | undefined;
};
