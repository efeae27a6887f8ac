import type { BillingPeriod } from './billing-period.ts';
import { discountedPriceCents, type LineAmounts } from '#lib/charge-line.ts';
import { sumCents } from '#lib/money.ts';
import { ratio, ZERO } from '#lib/money-ratio.ts';
import type { Steps } from '#lib/steps.ts';
import { discountsOf, fixedLine, type InvoiceLine, keyParts, LINE_GROUPS, type LineDiscount, lineKey, type LineKey } from './lines.ts';
import { slotsOfPartBill } from './budget/limit-scopes.ts';
import { meterUsage, type MeteredGroup } from './meter.ts';
import { metricRules, type MetricRules } from './metrics.ts';
import { capSegments, cycleEnd, cycleShare, withStops } from './periods.ts';
import { amountsOf, asOneProject, invoicedByKey, NOTHING_INVOICED, priceGroup, type PricedGroup, prorationOf } from './price-group.ts';
import { type Slots, slotsOfBill } from './slots.ts';

export type { BillingPeriod } from './billing-period.ts';

export type UsageBill = {
  /** In invoice order. Some lines reverse excess amounts of earlier invoices. */
  lines: InvoiceLine[];
  totalCents: number;
  /** Total at the end of the cycle, if running resources keep running and nothing else is used. */
  projectedCents: number;
};

/** Prorates Compute Credits by seconds and rounds down, so that short cycles gain nothing. @throws {RangeError} for an empty cycle */
export function computeCreditsCents({ planId, book, cycle }: Pick<BillingPeriod, 'planId' | 'book' | 'cycle'>): number {
  const { numerator, denominator } = cycleShare(cycle);
  return Number((BigInt(book.plans[planId].computeCreditsCents) * numerator) / denominator);
}

function creditsLine(period: BillingPeriod, availableCents: number, creditedCents: number, invoiced: LineAmounts): InvoiceLine {
  const prorated = prorationOf(period.cycle);
  const line = fixedLine({
    key: 'compute_credits',
    group: 'compute_credits',
    description: 'Compute Credits',
    periodStartSeconds: period.cycle.startSeconds,
    periodEndSeconds: cycleEnd(period.cycle),
    proration: prorated !== null,
    amountCents: -creditedCents - invoiced.amountCents,
    amountBeforeDiscountCents: -creditedCents - invoiced.amountBeforeDiscountCents,
  });
  return {
    ...line,
    derivation: {
      used: ratio(BigInt(creditedCents)),
      included: ratio(BigInt(availableCents)),
      uncharged: ZERO,
      billable: ZERO,
      steps: [],
      rounding: 'half_away_from_zero_to_cent',
      discounts: [],
      invoiced,
      prorated,
    },
  };
}

/**
 * Bills the usage of a cycle before `asOfSeconds`. The bill is empty on the Free Plan.
 * @throws {DomainError} for a metric that only a contract can price
 * @throws {RangeError} for an unknown metric or a cycle without length
 */
export function* billSteps(period: BillingPeriod, asOfSeconds: number): Steps<UsageBill> {
  return yield* billMetered(period, yield* meterPeriod(period, asOfSeconds));
}

/** `untilSeconds` is not after the end of the cycle. */
export type MeteredPeriod = { groups: MeteredGroup[]; slotsOf: (rules: MetricRules) => Slots; untilSeconds: number };

/** Meters usage before `asOfSeconds`. Splits usage at spend cap changes and at `stops`. @throws {RangeError} for an unknown metric */
export function* meterPeriod(period: BillingPeriod, asOfSeconds: number): Steps<MeteredPeriod> {
  const { book, cycle, cap, stops, partStops, entries, running = [] } = period;
  const { startSeconds } = cycle;
  const endSeconds = cycleEnd(cycle);
  const untilSeconds = Math.min(asOfSeconds, endSeconds);
  const segments = withStops(capSegments(startSeconds, untilSeconds, cap), stops);
  const slotsOf = partStops ? slotsOfPartBill(book, startSeconds, segments, partStops) : slotsOfBill(book, startSeconds, segments);
  const metered = yield* meterUsage({ book, entries, running, startSeconds, untilSeconds, endSeconds, slotsOf });
  const groups = period.isTogether && !partStops ? metered.map((group) => asOneProject(group, period)) : metered;
  return { groups, slotsOf, untilSeconds };
}

/** Number of rows that an invoice line counts as, for cooperative yielding. Each project's share counts as `UNITS_OF_PART`. */
const UNITS_OF_LINE = 40;
const UNITS_OF_PART = 4;

/** Bills usage that is already metered. Throws the same errors as `billSteps`. */
export function* billMetered(period: BillingPeriod, { groups, slotsOf }: MeteredPeriod): Steps<UsageBill> {
  const invoiced = invoicedByKey(period.invoiced);
  const priced: PricedGroup[] = [];
  for (const group of [...groups, ...groupsWithoutUse(period, groups, slotsOf)]) {
    const line = priceGroup(group, period, invoiced.get(keyOf(group)) ?? NOTHING_INVOICED);
    if (line) priced.push(line);
    yield UNITS_OF_LINE + group.projects.length * UNITS_OF_PART;
  }
  const compute = priced.filter(({ line }) => line.group === 'compute');
  const availableCents = computeCreditsCents(period);
  const creditedCents = Math.min(availableCents, sumCents(compute.map(({ wholeCents }) => wholeCents)));
  const projectedCredits = Math.min(availableCents, sumCents(compute.map(({ projectedCents }) => projectedCents)));
  const credited = invoiced.get('compute_credits') ?? NOTHING_INVOICED;
  const lines = priced.filter(({ isShown }) => isShown).map(({ line }) => line);
  if (creditedCents > 0 || credited.amountCents !== 0) lines.push(creditsLine(period, availableCents, creditedCents, amountsOf(credited)));
  lines.sort((a, b) => LINE_GROUPS.indexOf(a.group) - LINE_GROUPS.indexOf(b.group));
  const invoicedCents = sumCents([...invoiced.values()].map(({ amountCents }) => amountCents));
  return {
    lines,
    totalCents: sumCents(lines.map(({ amountCents }) => amountCents)),
    projectedCents: sumCents(priced.map(({ projectedCents }) => projectedCents)) - projectedCredits - invoicedCents,
  };
}

const keyOf = ({ rules, kind }: MeteredGroup): LineKey => lineKey(rules.metric, kind);

/** Empty groups for invoice lines that no longer have usage. The bill then reverses the amounts on earlier invoices. */
function groupsWithoutUse({ invoiced }: BillingPeriod, groups: readonly MeteredGroup[], slotsOf: MeteredPeriod['slotsOf']): MeteredGroup[] {
  const metered = new Set(groups.map(keyOf));
  const missing = new Set(invoiced.map(({ key }) => key).filter((key) => !metered.has(key)));
  return [...missing].flatMap((key) => {
    const parts = keyParts(key);
    if (!parts) return [];
    const rules = metricRules(parts.metric);
    return [{ rules, kind: parts.kind, slots: slotsOf(rules), projects: [] }];
  });
}

export function planPriceAfterDiscounts(priceCents: number, discounts: readonly LineDiscount[]): LineAmounts {
  return { amountBeforeDiscountCents: priceCents, amountCents: discountedPriceCents(priceCents, discountsOf('plan', discounts)) };
}
