/** Price of an item before it is bought: the bill with the item minus the bill without the item. */
import { lineAmounts } from '#lib/charge-line.ts';
import { addRatios, type Ratio, subtractRatios, ZERO } from '#lib/money-ratio.ts';
import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import { billMetered, type BillingPeriod, billSteps, meterPeriod, type MeteredPeriod } from '#server/domain/bill.ts';
import { limitSteps } from '#server/domain/budget/limit-search.ts';
import { hasProjectLimits, type LimitedPeriod } from '#server/domain/budget/spending-limit.ts';
import type { InvoiceLine, LineKey } from '#server/domain/lines.ts';
import { type MeteredGroup, meterUsage, type ProjectUsage } from '#server/domain/meter.ts';
import type { ResourceKind, UsageMetric } from '#server/domain/metrics.ts';
import { cycleEnd } from '#server/domain/periods.ts';
import { asOneProject } from '#server/domain/price-group.ts';
import type { UsageEntry } from '#server/domain/usage.ts';

/** Usage to add to a period, and usage that it replaces, such as the earlier compute size of a resource. */
export type UsageChange = { added: readonly UsageEntry[]; removed: readonly UsageEntry[] };

/** In cents. The amount is the list price minus all other parts. If an item saves money, the parts are negative. */
export type TagParts = {
  listCents: number;
  includedCents: number;
  /** Not charged because of the spend cap or a spending limit. */
  notChargedCents: number;
  discountCents: number;
};

export type TagLine = TagParts & {
  key: LineKey;
  metric: UsageMetric;
  kind: ResourceKind;
  description: string;
  /** In base units. */
  quantity: Ratio;
  /** Before Compute Credits. */
  amountCents: number;
};

export type PriceTag = {
  /** Lines whose quantity or amount changes, in invoice order. */
  lines: readonly TagLine[];
  parts: TagParts;
  creditsCents: number;
  totalCents: number;
};

type Priced = Omit<TagLine, 'key' | 'metric' | 'kind' | 'description'>;

const NOTHING: Priced = { quantity: ZERO, listCents: 0, includedCents: 0, notChargedCents: 0, discountCents: 0, amountCents: 0 };

/** Includes the amounts on earlier invoices. */
function pricedLine({ derivation, amountCents, amountBeforeDiscountCents }: InvoiceLine): Priced {
  if (!derivation) return NOTHING;
  const { used, uncharged, billable, invoiced } = derivation;
  const withMore = (more: Ratio): number => {
    const steps = derivation.steps.map((step, index, all) =>
      index === all.length - 1 ? { ...step, billable: addRatios(step.billable, more) } : step,
    );
    return lineAmounts(steps, []).amountBeforeDiscountCents;
  };
  const listCents = withMore(subtractRatios(used, billable));
  const overCents = withMore(uncharged);
  const beforeCents = amountBeforeDiscountCents + invoiced.amountBeforeDiscountCents;
  const wholeCents = amountCents + invoiced.amountCents;
  return {
    quantity: used,
    listCents,
    includedCents: listCents - overCents,
    notChargedCents: overCents - beforeCents,
    discountCents: beforeCents - wholeCents,
    amountCents: wholeCents,
  };
}

const less = (a: Priced, b: Priced): Priced => ({
  quantity: subtractRatios(a.quantity, b.quantity),
  listCents: a.listCents - b.listCents,
  includedCents: a.includedCents - b.includedCents,
  notChargedCents: a.notChargedCents - b.notChargedCents,
  discountCents: a.discountCents - b.discountCents,
  amountCents: a.amountCents - b.amountCents,
});

const isNothing = ({ quantity, ...cents }: Priced): boolean =>
  quantity.numerator === 0n && Object.values(cents).every((part) => part === 0);

const creditsOf = (lines: readonly InvoiceLine[]): number => {
  const line = lines.find(({ key }) => key === 'compute_credits');
  return line ? -(line.amountCents + (line.derivation?.invoiced.amountCents ?? 0)) : 0;
};

export function priceTagOf(withItem: readonly InvoiceLine[], withoutItem: readonly InvoiceLine[]): PriceTag {
  const before = new Map(withoutItem.map((line) => [line.key, line]));
  const after = new Set(withItem.map(({ key }) => key));
  const lines = [...withItem, ...withoutItem.filter(({ key }) => !after.has(key))].flatMap((line): TagLine[] => {
    const { key, metric, kind, description } = line;
    if (metric === null || kind === null) return [];
    const earlier = before.get(key);
    const change = less(after.has(key) ? pricedLine(line) : NOTHING, earlier ? pricedLine(earlier) : NOTHING);
    return isNothing(change) ? [] : [{ key, metric, kind, description, ...change }];
  });
  const total = (part: keyof TagParts | 'amountCents'): number => sumCents(lines.map((line) => line[part]));
  const creditsCents = creditsOf(withItem) - creditsOf(withoutItem);
  return {
    lines,
    parts: {
      listCents: total('listCents'),
      includedCents: total('includedCents'),
      notChargedCents: total('notChargedCents'),
      discountCents: total('discountCents'),
    },
    creditsCents,
    totalCents: total('amountCents') - creditsCents,
  };
}

const groupKey = ({ rules, kind }: MeteredGroup): string => `${rules.metric}:${kind}`;

function combine(projects: readonly ProjectUsage[], more: readonly ProjectUsage[], sign: 1 | -1): ProjectUsage[] {
  const byRef = new Map(projects.map((project) => [project.projectRef, project]));
  const times = BigInt(sign);
  for (const { projectRef, used, over, growth, coming, hours, count } of more) {
    const sum: ProjectUsage = byRef.get(projectRef) ?? { projectRef, used: 0n, over: 0n, growth: [], coming: 0n, hours: 0, count: 0 };
    const slots = new Map(sum.growth.map((part) => [part.slot, part]));
    for (const part of growth) {
      const slot = slots.get(part.slot) ?? { slot: part.slot, used: 0n, over: 0n };
      slots.set(part.slot, { slot: part.slot, used: slot.used + times * part.used, over: slot.over + times * part.over });
    }
    byRef.set(projectRef, {
      projectRef,
      used: sum.used + times * used,
      over: sum.over + times * over,
      growth: [...slots.values()].sort((a, b) => a.slot - b.slot),
      coming: sum.coming + times * coming,
      hours: sum.hours + sign * hours,
      count: sum.count + sign * count,
    });
  }
  return [...byRef.values()];
}

/** Meters only the changed resources, because resources don't share hours. */
function* withChange(period: BillingPeriod, base: MeteredPeriod, { added, removed }: UsageChange): Steps<MeteredPeriod> {
  const { startSeconds } = period.cycle;
  const { untilSeconds, slotsOf } = base;
  const groups = new Map(base.groups.map((group) => [groupKey(group), group]));
  for (const [entries, sign] of [[added, 1] as const, [removed, -1] as const]) {
    const input = { book: period.book, entries, running: [], startSeconds, untilSeconds, endSeconds: untilSeconds, slotsOf };
    for (const group of yield* meterUsage(input)) {
      const before = groups.get(groupKey(group));
      groups.set(groupKey(group), asOneProject({ ...group, projects: combine(before?.projects ?? [], group.projects, sign) }, period));
    }
  }
  return { ...base, groups: [...groups.values()] };
}

/**
 * Returns the price at the end of the cycle if no running resource is stopped. Projects are merged, so spending limits are not allowed.
 * If a peak of a project changes, the project must have no other peaks. Throws as `billSteps` does.
 */
export function* priceTagSteps(period: BillingPeriod, change: UsageChange): Steps<PriceTag> {
  const whole = { ...period, running: [], isTogether: true };
  const base = yield* meterPeriod(whole, cycleEnd(period.cycle));
  const without = yield* billMetered(whole, base);
  const withItem = yield* billMetered(whole, yield* withChange(whole, base, change));
  return priceTagOf(withItem.lines, without.lines);
}

const isSame = (a: UsageEntry, b: UsageEntry): boolean =>
  a.projectRef === b.projectRef &&
  a.metric === b.metric &&
  a.kind === b.kind &&
  a.resourceId === b.resourceId &&
  a.fromSeconds === b.fromSeconds;

export const changedUsage = (entries: readonly UsageEntry[], { added, removed }: UsageChange): UsageEntry[] => [
  ...(removed.length === 0 ? entries : entries.filter((entry) => !removed.some((gone) => isSame(gone, entry)))),
  ...added,
];

/** Like `priceTagSteps`, but with spending limits. Counts and peaks must have exact times. Recomputes `stops`. */
export function* limitedTagSteps(limited: LimitedPeriod, change: UsageChange): Steps<PriceTag> {
  const { period } = limited;
  const endSeconds = cycleEnd(period.cycle);
  function* linesOf(entries: readonly UsageEntry[]): Steps<InvoiceLine[]> {
    const whole = { ...period, entries, running: [], stops: [], partStops: undefined, isTogether: !hasProjectLimits(limited.limits) };
    const stopped = (yield* limitSteps({ ...limited, period: whole }, endSeconds)).period;
    return (yield* billSteps(stopped, endSeconds)).lines;
  }
  const without = yield* linesOf(period.entries);
  return priceTagOf(yield* linesOf(changedUsage(period.entries, change)), without);
}
