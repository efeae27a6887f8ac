/** Daily cost of a period: the bill at the end of the day minus the bill at the start of the day. */
import { dayStart, stepFrom } from '#lib/dates/calendar.ts';
import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import { billMetered, type BillingPeriod } from '#server/domain/bill.ts';
import type { InvoiceLine, LineKey } from '#server/domain/lines.ts';
import { type MeteredGroup, meterUsage, type ProjectUsage, type SlotGrowth } from '#server/domain/meter.ts';
import type { MetricRules } from '#server/domain/metrics.ts';
import { cutAtParts, slotsOfPartBill } from '#server/domain/budget/limit-scopes.ts';
import { capSegments, cutSegments, cycleEnd, withStops } from '#server/domain/periods.ts';
import { asOneProject } from '#server/domain/price-group.ts';
import { type Slots, slotPerSegment } from '#server/domain/slots.ts';

export type CostPart = { key: LineKey; projectRef: string | null; amountCents: number };

export type DayCost = { dayStartSeconds: number; parts: readonly CostPart[] };

/** Keeps only the usage of the first `slotCount` slots. `wholeOf` maps each of these slots to a slot of the bill. */
function usedUntil(group: MeteredGroup, slotCount: number, wholeOf: readonly number[], slots: Slots): MeteredGroup {
  const projects = group.projects.map((project): ProjectUsage => {
    const growth = new Map<number, SlotGrowth>();
    for (const { slot: part, used, over } of project.growth) {
      if (part >= slotCount) continue;
      const slot = wholeOf[part] ?? 0;
      const before = growth.get(slot) ?? { slot, used: 0n, over: 0n };
      growth.set(slot, { slot, used: before.used + used, over: before.over + over });
    }
    const sum = (pick: 'used' | 'over'): bigint => [...growth.values()].reduce((total, part) => total + part[pick], 0n);
    return { ...project, growth: [...growth.values()], used: sum('used'), over: sum('over'), coming: 0n };
  });
  return { ...group, slots, projects };
}

/** Bills a period at each of several sorted instants, without subtracting earlier invoices. Meters the usage only once. */
export function* linesAt(period: BillingPeriod, instants: readonly number[]): Steps<InvoiceLine[][]> {
  const { book, cycle, cap, stops, partStops, entries } = period;
  const { startSeconds } = cycle;
  const endSeconds = cycleEnd(cycle);
  const untilSeconds = Math.max(startSeconds, Math.min(instants.at(-1) ?? startSeconds, endSeconds));
  const whole = cutAtParts(withStops(capSegments(startSeconds, untilSeconds, cap), stops), partStops);
  const parts = cutSegments(whole, instants);
  const wholeOf = parts.map(({ untilSeconds: until }) => whole.findIndex((segment) => segment.untilSeconds >= until));
  const fine = slotPerSegment(startSeconds, parts);
  const metered = yield* meterUsage({ book, entries, running: [], startSeconds, untilSeconds, endSeconds, slotsOf: () => fine });
  const groups = period.isTogether && !partStops ? metered.map((group) => asOneProject(group, period)) : metered;
  const covered = slotPerSegment(startSeconds, whole);
  const uncovered: Slots = { ...covered, charged: whole.map(() => true) };
  const ofParts = partStops && slotsOfPartBill(book, startSeconds, whole, partStops);
  const slotsOf = (rules: MetricRules): Slots => {
    if (!book.covered.has(rules.metric)) return uncovered;
    return ofParts?.(rules) ?? covered;
  };
  const bills: InvoiceLine[][] = [];
  for (const instant of instants) {
    const slotCount = parts.filter((segment) => segment.untilSeconds <= instant).length;
    const used = groups.map((group) => usedUntil(group, slotCount, wholeOf, slotsOf(group.rules)));
    const metered = { groups: used, slotsOf, untilSeconds: instant };
    bills.push((yield* billMetered({ ...period, invoiced: [], running: [] }, metered)).lines);
  }
  return bills;
}

/** Splits invoice lines by project. The organization gets amounts that belong to no project. */
export function partsOfLines(lines: readonly InvoiceLine[]): CostPart[] {
  return lines.flatMap(({ key, amountCents, breakdown }): CostPart[] => {
    const organizationCents = amountCents - sumCents(breakdown.map((entry) => entry.amountCents));
    const parts = breakdown.map((entry) => ({ key, projectRef: entry.projectRef, amountCents: entry.amountCents }));
    return [...parts, { key, projectRef: null, amountCents: organizationCents }].filter((part) => part.amountCents !== 0);
  });
}

const partKey = ({ key, projectRef }: CostPart): string => JSON.stringify([key, projectRef]);

function partsSince(later: readonly CostPart[], earlier: readonly CostPart[]): CostPart[] {
  const parts = new Map(later.map((part) => [partKey(part), part]));
  for (const before of earlier) {
    const part = parts.get(partKey(before)) ?? { ...before, amountCents: 0 };
    parts.set(partKey(before), { ...part, amountCents: part.amountCents - before.amountCents });
  }
  return [...parts.values()].filter(({ amountCents }) => amountCents !== 0);
}

/** Returns the start of each day in a time range. The first day starts at `fromSeconds`, all later days at midnight UTC. */
export function daysWithin(fromSeconds: number, untilSeconds: number): number[] {
  const days: number[] = [];
  for (let at = fromSeconds; at < untilSeconds; at = stepFrom(dayStart(at), { days: 1 })) days.push(at);
  return days;
}

/** Splits the bill at `asOfSeconds` by day, project and line. The costs of all days sum to the bill, to the cent. */
export function* costSteps(period: BillingPeriod, asOfSeconds: number): Steps<DayCost[]> {
  const untilSeconds = Math.min(asOfSeconds, cycleEnd(period.cycle));
  const days = daysWithin(period.cycle.startSeconds, untilSeconds);
  if (days.length === 0) return [];
  const bills = yield* linesAt(period, [...days.slice(1), untilSeconds]);
  let before: CostPart[] = [];
  return days.map((dayStartSeconds, index) => {
    const until = partsOfLines(bills[index] ?? []);
    const parts = partsSince(until, before);
    before = until;
    return { dayStartSeconds, parts };
  });
}
