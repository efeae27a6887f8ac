import { sumCents } from '#lib/money.ts';
import { billMetered, meterPeriod, type BillingPeriod, type MeteredPeriod, planPriceAfterDiscounts } from '#server/domain/bill.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { DomainError } from '#server/domain/errors.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { PLAN_IDS, type PlanId, planPriceCents } from '#server/domain/plans.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { runSteps } from '#server/database/in-pages.ts';
import { discountOf } from '#server/billing/periods/period-terms.ts';
import { loadPeriods } from '#server/billing/periods/billing-inputs.ts';
import { billedSubscription, lastWholeCycle, periodsToBill } from '#server/store/billing-periods.ts';
import type { DiscountTerms } from '#server/store/provisioning/organizations.ts';

export interface OrganizationTerms {
  readonly contract: ContractTerms | null;
  readonly discounts: readonly DiscountTerms[];
}

interface PlannedCycle {
  readonly period: BillingPeriod;
  readonly metered: MeteredPeriod;
  readonly planId: PlanId;
}

/** Returns the last whole cycle as a forecast of the next cycle. If there is no whole cycle yet, returns the running cycle so far. */
async function cycleToCompare(
  db: Database,
  organizationId: number,
  nowSeconds: number,
): Promise<{ readonly period: BillingPeriod; readonly planId: PlanId }> {
  const subscription = await billedSubscription(db, organizationId);
  const whole = await lastWholeCycle(db, organizationId);
  const row = whole ?? (await periodsToBill(db, organizationId)).open.at(-1);
  if (!row) throw new Error(`Organization ${organizationId} has no billing period`);
  // Omits the stored lines. Otherwise, `loadPeriods` would not load the usage of this period.
  const periods = { open: [{ ...row, pricedLines: null }], late: [] };
  const untilSeconds = whole ? secondsOf(whole.endsAt) : nowSeconds;
  const { running } = await loadPeriods(db, subscription, periods, { organizationId, untilSeconds });
  return { period: { ...running.period, invoiced: [], running: [] }, planId: subscription.plan };
}

const meter = async (period: BillingPeriod): Promise<MeteredPeriod> => runSteps(meterPeriod(period, cycleEnd(period.cycle)));

/** Returns the cycle as it was, and copies without a spend cap for the current and each higher plan, because members can choose these. */
async function plannedCycles(db: Database, organizationId: number, nowSeconds: number): Promise<[PlannedCycle, ...PlannedCycle[]]> {
  const { period, planId: current } = await cycleToCompare(db, organizationId, nowSeconds);
  const uncapped: BillingPeriod = { ...period, cap: { initiallyOn: false, changes: [] }, stops: [], partStops: undefined };
  const metered = await meter(uncapped);
  return [
    { period, metered: await meter(period), planId: current },
    ...PLAN_IDS.slice(PLAN_IDS.indexOf(current)).map((planId) => ({ period: uncapped, metered, planId })),
  ];
}

/** Returns the highest plan price in cents, used as the fee of a plan without a list price. */
const highestPlanPrice = ({ plans }: PriceBook): number => Math.max(...Object.values(plans).map(({ priceCents }) => priceCents ?? 0));

/** Prices a cycle on a plan, in cents. @throws {DomainError} for a metric that only a contract can price */
async function costOn({ period, metered, planId }: PlannedCycle, { contract, discounts }: OrganizationTerms): Promise<number> {
  const lines = discounts.map((terms) => ({ key: terms.line, discount: discountOf(terms) }));
  const { book } = period;
  const agreedCents = contract?.planPriceCents ?? (book.plans[planId].priceCents === null ? highestPlanPrice(book) : undefined);
  const fee = planPriceAfterDiscounts(planPriceCents(book, planId, agreedCents), lines);
  const terms = { planId, contract: contract ?? undefined, discounts: lines };
  const { totalCents } = await runSteps(billMetered({ ...period, ...terms }, metered));
  return sumCents([fee.amountCents, totalCents]);
}

async function costOrNull(cycle: PlannedCycle, terms: OrganizationTerms): Promise<number | null> {
  try {
    return await costOn(cycle, terms);
  } catch (error) {
    // Without a price, there is no cost to compare.
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/**
 * Compares the cost of each planned cycle under the old and the new terms. Returns the largest saving in cents; at least 0.
 * @throws {DomainError} `price_by_contract` if the new terms remove a price that the cycle needs on the current plan
 */
export async function termsSavingCents(
  db: Database,
  organizationId: number,
  nowSeconds: number,
  { before, after }: { readonly before: OrganizationTerms; readonly after: OrganizationTerms },
): Promise<number> {
  const [current, ...others] = await plannedCycles(db, organizationId, nowSeconds);
  const was = await costOrNull(current, before);
  let largest = was === null ? 0 : Math.max(0, was - (await costOn(current, after)));
  for (const cycle of others) {
    const [cost, newCost] = [await costOrNull(cycle, before), await costOrNull(cycle, after)];
    if (cost !== null && newCost !== null) largest = Math.max(largest, cost - newCost);
  }
  return largest;
}
