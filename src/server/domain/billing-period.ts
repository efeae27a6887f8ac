import type { PriceBook } from './book/price-book.ts';
import type { InvoicedLine, LineDiscount } from './lines.ts';
import type { CapTimeline, Cycle, Stretch } from './periods.ts';
import type { PlanId } from './plans.ts';
import type { ContractTerms } from './rates.ts';
import type { RunningResource, UsageEntry } from './usage.ts';

/** Everything that the bill of one cycle depends on. A cycle has one plan: a plan change starts a new one. */
export type BillingPeriod = {
  planId: PlanId;
  /** The version that was in force when the period began. */
  book: PriceBook;
  cycle: Cycle;
  cap: CapTimeline;
  /** When what the cap covers was used beyond a spending limit, so that it is not charged. In order, apart from each other. */
  stops?: readonly Stretch[] | undefined;
  contract?: ContractTerms | undefined;
  discounts: readonly LineDiscount[];
  /** Lines of this cycle that invoices hold already: a bill is the whole cycle less these. */
  invoiced: readonly InvoicedLine[];
  mfaPhoneEnabledAt?: ReadonlyMap<string, number> | undefined;
  /** Usage of the cycle, from the start of the clock hour in which it began. Other usage is left out of account. */
  entries: readonly UsageEntry[];
  running?: readonly RunningResource[] | undefined;
  /** Asked for is what lines come to, not what projects have of them: all projects are priced as one. */
  isTogether?: boolean | undefined;
};

/** The same without its prices. */
export type UnpricedPeriod = Omit<BillingPeriod, 'book'>;
