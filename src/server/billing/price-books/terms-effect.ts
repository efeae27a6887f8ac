import { DomainError } from '#server/domain/errors.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { discountOf } from '#server/billing/periods/period-terms.ts';
import { loadPeriods } from '#server/billing/periods/billing-inputs.ts';
import { billedSubscription, lastWholeCycle, periodsToBill } from '#server/store/billing-periods.ts';
import type { DiscountTerms } from '#server/store/provisioning/organizations.ts';
import { costOf, type LastCycle } from './replay-cycles.ts';

export interface OrganizationTerms {
  readonly contract: ContractTerms | null;
  readonly discounts: readonly DiscountTerms[];
}

/** Returns the last whole cycle, priced on the current plan; the running one if none has ended. */
async function cycleToCompare(db: Database, organizationId: number, nowSeconds: number): Promise<LastCycle> {
  const subscription = await billedSubscription(db, organizationId);
  const whole = await lastWholeCycle(db, organizationId);
  const row = whole ?? (await periodsToBill(db, organizationId)).open.at(-1);
  if (!row) throw new Error(`Organization ${organizationId} has no billing period`);
  // Stored lines would be loaded without their usage.
  const periods = { open: [{ ...row, pricedLines: null }], late: [] };
  const untilSeconds = whole ? secondsOf(whole.endsAt) : nowSeconds;
  const { running } = await loadPeriods(db, subscription, periods, { organizationId, untilSeconds });
  return { period: { ...running.period, planId: subscription.plan }, hasFee: true };
}

function costBy({ period, hasFee }: LastCycle, { contract, discounts }: OrganizationTerms): Promise<number> {
  const lines = discounts.map((terms) => ({ key: terms.line, discount: discountOf(terms) }));
  return costOf({ period: { ...period, contract: contract ?? undefined, discounts: lines }, hasFee }, period.book);
}

async function costOrNull(cycle: LastCycle, terms: OrganizationTerms): Promise<number | null> {
  try {
    return await costBy(cycle, terms);
  } catch (error) {
    // Without a price there is no cost to compare.
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/**
 * Returns how much less the last cycle would have cost on other terms, in cents; at least 0.
 * @throws {DomainError} `price_by_contract` if the other terms take away a price that the cycle needs
 */
export async function termsSavingCents(
  db: Database,
  organizationId: number,
  nowSeconds: number,
  { before, after }: { readonly before: OrganizationTerms; readonly after: OrganizationTerms },
): Promise<number> {
  const cycle = await cycleToCompare(db, organizationId, nowSeconds);
  const was = await costOrNull(cycle, before);
  return was === null ? 0 : Math.max(0, was - (await costBy(cycle, after)));
}
