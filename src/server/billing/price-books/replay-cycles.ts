import { sumCents } from '#lib/money.ts';
import { billSteps, type BillingPeriod, planPriceAfterDiscounts } from '#server/domain/bill.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { DomainError } from '#server/domain/errors.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { planPriceCents } from '#server/domain/plans.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { inPages, runSteps } from '#server/database/in-pages.ts';
import type { UnpricedOrganization } from '#server/database/tables/price-books.ts';
import { billedSubscription, lastWholeCycle } from '#server/store/billing-periods.ts';
import { organizationsAfter } from '#server/store/organizations.ts';
import { loadPeriods } from '#server/billing/periods/billing-inputs.ts';

/**
 * Cost of an organization's last cycle, including the plan fee. `beforeCents` uses the price book of that cycle, `afterCents` the draft.
 */
export interface CycleEffect {
  readonly organization: string;
  readonly beforeCents: number;
  readonly afterCents: number;
  readonly differenceCents: number;
}

export interface BookEffect {
  readonly organizations: number;
  readonly beforeCents: number;
  readonly afterCents: number;
  readonly differenceCents: number;
  /** The ten organizations with the largest differences, up or down. */
  readonly mostChanged: readonly CycleEffect[];
  readonly unpriced: readonly UnpricedOrganization[];
}

/** @param done the number of organizations that are checked so far */
export type ReplayProgress = (done: number) => void;

export const organizationsAtOnce = 100;
const mostShown = 10;

export interface LastCycle {
  readonly period: BillingPeriod;
  /** False if the plan fee was not charged: in the first cycle of an organization that an operator created. */
  readonly hasFee: boolean;
}

/** Prices a cycle with a price book, in cents. Does not subtract earlier invoices of the cycle. */
export async function costOf({ period, hasFee }: LastCycle, book: PriceBook): Promise<number> {
  const { planId, contract, discounts, cycle } = period;
  const priceCents = hasFee ? planPriceCents(book, planId, contract?.planPriceCents) : 0;
  const { amountCents } = planPriceAfterDiscounts(priceCents, discounts);
  const { totalCents } = await runSteps(billSteps({ ...period, book, invoiced: [], running: [] }, cycleEnd(cycle)));
  return amountCents + totalCents;
}

/** Returns the last cycle that was not cut short; null if there is no such cycle. */
async function lastCycle(db: Database, organizationId: number): Promise<(LastCycle & { readonly now: Partial<BillingPeriod> }) | null> {
  const row = await lastWholeCycle(db, organizationId);
  if (!row) return null;
  const subscription = await billedSubscription(db, organizationId);
  const { plan: planId, contract } = subscription;
  // Omits the stored lines, because the usage of a period is loaded only if the period has no stored lines.
  const periods = { open: [{ ...row, pricedLines: null }], late: [] };
  const { running } = await loadPeriods(db, subscription, periods, { organizationId, untilSeconds: secondsOf(row.endsAt) });
  return { period: running.period, hasFee: row.feeInvoiceId !== null, now: { planId, contract: contract ?? undefined } };
}

const bySize = (a: CycleEffect, b: CycleEffect): number =>
  Math.abs(b.differenceCents) - Math.abs(a.differenceCents) || (a.organization < b.organization ? -1 : 1);

async function unpricedNow(
  { period, hasFee, now }: NonNullable<Awaited<ReturnType<typeof lastCycle>>>,
  draft: PriceBook,
): Promise<string | null> {
  try {
    await costOf({ period: { ...period, ...now }, hasFee }, draft);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.message;
  }
}

/**
 * Returns null if there is no whole cycle. Also returns null if the draft lacks only prices for terms that no longer apply to the
 * organization.
 */
export async function replayLastCycle(
  db: Database,
  { id, slug }: { readonly id: number; readonly slug: string },
  draft: PriceBook,
): Promise<CycleEffect | UnpricedOrganization | null> {
  const last = await lastCycle(db, id);
  if (!last) return null;
  try {
    const [beforeCents, afterCents] = [await costOf(last, last.period.book), await costOf(last, draft)];
    return { organization: slug, beforeCents, afterCents, differenceCents: afterCents - beforeCents };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const message = await unpricedNow(last, draft);
    return message === null ? null : { organization: slug, message };
  }
}

export const isUnpriced = (effect: CycleEffect | UnpricedOrganization): effect is UnpricedOrganization => 'message' in effect;

export async function replayLastCycles(db: Database, draft: PriceBook, onProgress: ReplayProgress = () => undefined): Promise<BookEffect> {
  const unpriced: UnpricedOrganization[] = [];
  const effects: CycleEffect[] = [];
  let done = 0;
  for await (const organization of inPages(organizationsAtOnce, (after: { id: number; slug: string } | null, limit) =>
    organizationsAfter(db, after, limit),
  )) {
    const effect = await replayLastCycle(db, organization, draft);
    if (effect && isUnpriced(effect)) unpriced.push(effect);
    else if (effect) effects.push(effect);
    done += 1;
    onProgress(done);
  }
  return {
    organizations: effects.length,
    beforeCents: sumCents(effects.map(({ beforeCents }) => beforeCents)),
    afterCents: sumCents(effects.map(({ afterCents }) => afterCents)),
    differenceCents: sumCents(effects.map(({ differenceCents }) => differenceCents)),
    mostChanged: effects
      .filter(({ differenceCents }) => differenceCents !== 0)
      .toSorted(bySize)
      .slice(0, mostShown),
    unpriced,
  };
}
