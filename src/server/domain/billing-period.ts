import type { PriceBook } from './book/price-book.ts';
import type { InvoicedLine, LineDiscount } from './lines.ts';
import type { PartStops } from './budget/limit-scopes.ts';
import type { CapTimeline, Cycle, Stretch } from './periods.ts';
import type { PlanId } from './plans.ts';
import type { ContractTerms } from './rates.ts';
import type { RunningResource, UsageEntry } from './usage.ts';

/** A cycle has one plan: a plan change starts a new cycle. */
export type BillingPeriod = {
  planId: PlanId;
  /** Price book version in force when the period began. */
  book: PriceBook;
  cycle: Cycle;
  cap: CapTimeline;
  /** Sorted, disjoint times in which usage covered by the spend cap is above a spending limit and not charged. */
  stops?: readonly Stretch[] | undefined;
  /** Effect of limits on single projects and metrics; absent if none leaves usage uncharged. */
  partStops?: PartStops | undefined;
  contract?: ContractTerms | undefined;
  discounts: readonly LineDiscount[];
  /** Lines of this cycle on earlier invoices, which the bill subtracts. */
  invoiced: readonly InvoicedLine[];
  mfaPhoneEnabledAt?: ReadonlyMap<string, number> | undefined;
  /** Usage of the cycle, from the start of the clock hour in which it began. Other entries are ignored. */
  entries: readonly UsageEntry[];
  running?: readonly RunningResource[] | undefined;
  /** Prices all projects as one, for callers that need only line totals. */
  isTogether?: boolean | undefined;
};
