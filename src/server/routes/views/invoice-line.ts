import type { Shape } from '#contract/types.ts';
import type { PriceStep } from '#lib/charge-line.ts';
import { dollarsFromCents, dollarsFromMicrocents } from '#lib/money.ts';
import { ceilRatio, ratio, ratioToNumber, ratioToText } from '#lib/money-ratio.ts';
import { billedCompute, computeOfMetric } from '#server/domain/compute.ts';
import type { Derivation } from '#server/domain/lines.ts';
import { metricRules } from '#server/domain/metrics.ts';
import { lineId, type BilledLine, type LabelledEntry } from '#server/database/line-format.ts';

export type LineView = Shape<'InvoiceLines'>['lines'][number];
type EntryView = Shape<'BreakdownPage'>['breakdown'][number];
type DerivationView = NonNullable<LineView['derivation']>;

function derivationView({ metric }: BilledLine, derivation: Derivation): DerivationView {
  const { used, included, uncharged, billable, steps, rounding, discounts, invoiced, prorated } = derivation;
  return {
    unit: metric === null ? 'cents' : metricRules(metric).unit,
    used: ratioToText(used),
    included: included && ratioToText(included),
    uncharged: ratioToText(uncharged),
    billable: ratioToText(billable),
    unit_price: steps[0] ? dollarsFromMicrocents(steps[0].priceMicrocents) : null,
    steps: steps.map((step) => ({
      billable: ratioToText(step.billable),
      unit_price: dollarsFromMicrocents(step.priceMicrocents),
      per_units: step.perUnits,
      whole_packages: step.wholePackages,
    })),
    rounding,
    discount: discounts.map((discount) =>
      'basisPoints' in discount ? { basis_points: discount.basisPoints } : { amount: dollarsFromCents(discount.amountCents) },
    ),
    invoiced: {
      amount: dollarsFromCents(invoiced.amountCents),
      amount_before_discount: dollarsFromCents(invoiced.amountBeforeDiscountCents),
    },
    prorated: prorated && { lasted_seconds: prorated.lastedSeconds, length_seconds: prorated.lengthSeconds },
  };
}

function chargedUnits({ billable, perUnits, wholePackages }: PriceStep): number {
  const units = ratio(billable.numerator, billable.denominator * BigInt(perUnits));
  return wholePackages ? Number(ceilRatio(units)) : ratioToNumber(units);
}

/** Returns the compute size that the line bills; if the line bills no compute size, returns the size of the project. */
function instanceSize({ metric, group }: BilledLine, size: LabelledEntry['size']): EntryView['project_db_instance_size'] {
  if (metric === null || (group !== 'compute' && group !== 'replica')) return undefined;
  return group === 'compute' && billedCompute(size)?.metric === metric ? size : computeOfMetric(metric)?.size;
}

export function entryView(line: BilledLine, { projectRef, name, size, usage, hours, count, amountCents }: LabelledEntry): EntryView {
  const instance = instanceSize(line, size);
  return {
    project_ref: projectRef,
    project_name: name,
    usage: ratioToNumber(usage),
    ...(hours === undefined ? {} : { hours }),
    ...(count === undefined ? {} : { count }),
    amount: dollarsFromCents(amountCents),
    ...(instance === undefined ? {} : { project_db_instance_size: instance }),
  };
}

export const cursorAfter = ({ amountCents, projectRef }: LabelledEntry): string => `${amountCents}_${projectRef}`;

/** The entry of the cursor may be missing, because amounts can change between two pages. */
export function entriesAfter(entries: readonly LabelledEntry[], cursor: string): readonly LabelledEntry[] {
  const [amount = '0', ref = ''] = cursor.split('_');
  const amountCents = Number(amount);
  return entries.filter((entry) => entry.amountCents < amountCents || (entry.amountCents === amountCents && entry.projectRef > ref));
}

function breakdownView(line: BilledLine, limit: number | undefined): Pick<LineView, 'breakdown' | 'breakdown_count' | 'breakdown_cursor'> {
  const { breakdown } = line;
  if (breakdown.length === 0) return {};
  if (limit === undefined) return { breakdown: breakdown.map((entry) => entryView(line, entry)) };
  const shown = breakdown.slice(0, limit);
  const last = shown.at(-1);
  const next = breakdown.length > shown.length && last ? cursorAfter(last) : null;
  return { breakdown: shown.map((entry) => entryView(line, entry)), breakdown_count: breakdown.length, breakdown_cursor: next };
}

/** @param limit the maximum number of entries of the breakdown; all entries if absent */
export function lineView(line: BilledLine, limit?: number): LineView {
  const { derivation, metric, kind } = line;
  const [step] = derivation?.steps ?? [];
  return {
    id: lineId(line),
    description: line.description,
    amount: dollarsFromCents(line.amountCents),
    amount_before_discount: dollarsFromCents(line.amountBeforeDiscountCents),
    proration: line.proration,
    usage_based: line.usageBased,
    ...(line.carriedOver ? { carried_over: true as const } : {}),
    ...(line.reportedLater ? { reported_later: true as const } : {}),
    quantity: derivation && step ? derivation.steps.reduce((sum, next) => sum + chargedUnits(next), 0) : 1,
    unit_price: step ? dollarsFromMicrocents(step.priceMicrocents) : dollarsFromCents(line.amountBeforeDiscountCents),
    unit_price_desc: line.unitPriceDescription,
    ...(metric === null ? {} : { usage_metric: metric }),
    ...(derivation && metric !== null ? { usage_original: ratioToNumber(derivation.used) } : {}),
    period: { start: line.periodStartSeconds, end: line.periodEndSeconds },
    ...(kind === null ? {} : { metadata: { is_branch: kind === 'branch', is_read_replica: kind === 'replica' } }),
    ...breakdownView(line, limit),
    price_book: line.priceBook,
    derivation: derivation && derivationView(line, derivation),
  };
}
