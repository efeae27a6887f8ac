/** Splits usage charges of a billing period by project and day, in proportion to the usage of each day. */
import { addRatios, ratio, type Ratio, ZERO } from '#lib/money-ratio.ts';
import { allocateCents } from '#server/domain/allocate.ts';
import { metricRules } from '#server/domain/metrics.ts';
import type { ChargeEntry, CostCharge, CostPart } from './cost-charge.ts';
import { DAY_SECONDS, type DayUsage } from './usage-of-days.ts';

export type UsageCharge = {
  charge: CostCharge;
  /** By amount, highest first. */
  entries: readonly ChargeEntry[];
  /** Metered units per base unit: the hours in the cycle for averages, otherwise 1. */
  divisor: bigint;
  /** Usage that earlier invoices of the period have billed, by project and in base units. */
  before: ReadonlyMap<string, Ratio>;
};

/** An entry that is being split by day, with the quantity and cents that earlier days have taken. Quantities are in metered units. */
type Left = {
  entry: ChargeEntry;
  step: number;
  /** Without the quantity on earlier invoices. */
  total: bigint;
  before: bigint;
  taken: bigint;
  givenCents: number;
};

type OpenCharge = UsageCharge & { isPeak: boolean; left: Map<string, Left>; stepCents: number[]; stepTotals: bigint[] };

const metered = ({ numerator, denominator }: Ratio, divisor: bigint): bigint => (numerator * divisor) / denominator;

const shareOf = (part: bigint, whole: bigint): Ratio => (whole === 0n ? ZERO : whole < 0n ? ratio(-part, -whole) : ratio(part, whole));

/** True if an entry has the first-project price: two price steps, and the usage equals the quantity of the first step. */
const isFirstProject = ({ usage }: ChargeEntry, { derivation }: CostCharge): boolean => {
  const [first, second] = derivation?.steps ?? [];
  return (
    second !== undefined &&
    first !== undefined &&
    usage.numerator * first.billable.denominator === first.billable.numerator * usage.denominator
  );
};

/** Merges entries of the same project, because an invoice line can name a project twice for different resources. */
function mergedByProject(entries: readonly ChargeEntry[]): ChargeEntry[] {
  const merged = new Map<string, ChargeEntry>();
  for (const entry of entries) {
    const before = merged.get(entry.projectRef);
    merged.set(
      entry.projectRef,
      before ? { ...before, usage: addRatios(before.usage, entry.usage), amountCents: before.amountCents + entry.amountCents } : entry,
    );
  }
  return [...merged.values()];
}

function opened(usage: UsageCharge): OpenCharge {
  const { charge, divisor, before } = usage;
  const entries = mergedByProject(usage.entries);
  const first = entries.find((entry) => isFirstProject(entry, charge));
  const hasSteps = (charge.derivation?.steps.length ?? 0) > 1;
  const open: OpenCharge = {
    ...usage,
    isPeak: charge.metric !== null && metricRules(charge.metric).measure === 'peak',
    left: new Map(),
    stepCents: [0, 0],
    stepTotals: [0n, 0n],
  };
  for (const entry of entries) {
    const earlier = before.get(entry.projectRef) ?? ZERO;
    const step = hasSteps && entry !== first ? 1 : 0;
    const total = metered(entry.usage, divisor) - metered(earlier, divisor);
    open.left.set(entry.projectRef, { entry, step, total, before: metered(earlier, divisor), taken: 0n, givenCents: 0 });
    open.stepCents[step] = (open.stepCents[step] ?? 0) + entry.amountCents;
    open.stepTotals[step] = (open.stepTotals[step] ?? 0n) + (total > 0n ? total : 0n);
  }
  return open;
}

/** @returns the cents of this quantity; all parts of an entry add up to its amount */
function takeFrom(left: Left, quantity: bigint): number {
  left.taken += quantity;
  const cents = left.total > 0n ? Number((BigInt(left.entry.amountCents) * left.taken) / left.total) : 0;
  const part = cents - left.givenCents;
  left.givenCents = cents;
  return part;
}

function grownOn({ total, before, taken }: Left, quantity: bigint, isPeak: boolean): bigint {
  const rest = total - taken;
  const grown = isPeak ? quantity - before - taken : quantity;
  return rest <= 0n || grown <= 0n ? 0n : grown < rest ? grown : rest;
}

/** The parts always sum to the charge. Compute Credits are split in proportion to the daily compute charges. */
export class DaySplitter {
  readonly #open: readonly OpenCharge[];
  readonly #credits: CostCharge | null;
  readonly #compute = new Map<number, { untilSeconds: number; cents: number }>();

  constructor(charges: readonly UsageCharge[], credits: CostCharge | null) {
    this.#open = charges.map(opened);
    this.#credits = credits;
  }

  /** Parts are sorted by day, charge and project. */
  take(days: readonly DayUsage[]): CostPart[] {
    const places = new Map(this.#open.map(({ charge }, place) => [charge.key, place]));
    const placed = days.flatMap((day) => {
      const place = places.get(day.key);
      return place === undefined ? [] : [{ ...day, place }];
    });
    placed.sort((a, b) => a.fromSeconds - b.fromSeconds || a.place - b.place || (a.projectRef < b.projectRef ? -1 : 1));
    return placed.flatMap(({ place, projectRef, fromSeconds, quantity }) => {
      const open = this.#open[place];
      const entry = open?.left.get(projectRef);
      if (!open || !entry) return [];
      const grown = grownOn(entry, quantity, open.isPeak);
      if (grown === 0n) return [];
      const untilSeconds = Math.min((Math.floor(fromSeconds / DAY_SECONDS) + 1) * DAY_SECONDS, open.charge.untilSeconds);
      return [this.#part(open, entry, { fromSeconds, untilSeconds }, grown)];
    });
  }

  /**
   * Returns the remaining parts. If an entry has daily usage, its remaining amount belongs to the last day of the charge. Otherwise, the
   * amount belongs to the whole time of the charge.
   */
  rest(): CostPart[] {
    const parts = this.#open.flatMap((open) =>
      [...open.left.values()]
        .filter(({ total, taken, entry, givenCents }) => total > taken || entry.amountCents !== givenCents)
        .sort((a, b) => (a.entry.projectRef < b.entry.projectRef ? -1 : 1))
        .map((left) => {
          const { fromSeconds, untilSeconds } = open.charge;
          const lastDay = Math.max(fromSeconds, Math.floor((untilSeconds - 1) / DAY_SECONDS) * DAY_SECONDS);
          const from = left.taken === 0n ? fromSeconds : lastDay;
          return this.#last(open, left, { fromSeconds: from, untilSeconds });
        }),
    );
    return [...parts, ...this.#organizationParts(), ...this.#creditParts()];
  }

  #note({ charge }: OpenCharge, fromSeconds: number, untilSeconds: number, cents: number): void {
    if (charge.group !== 'compute' || cents <= 0) return;
    const before = this.#compute.get(fromSeconds)?.cents ?? 0;
    this.#compute.set(fromSeconds, { untilSeconds, cents: before + cents });
  }

  #part(open: OpenCharge, left: Left, time: Pick<CostPart, 'fromSeconds' | 'untilSeconds'>, quantity: bigint): CostPart {
    const { charge, divisor, stepCents, stepTotals } = open;
    const { entry, step, total } = left;
    const amountCents = takeFrom(left, quantity);
    const cents = BigInt(stepCents[step] ?? 0);
    const share = cents === 0n ? shareOf(quantity, stepTotals[step] ?? 0n) : shareOf(BigInt(entry.amountCents) * quantity, cents * total);
    this.#note(open, time.fromSeconds, time.untilSeconds, amountCents);
    return {
      charge,
      projectRef: entry.projectRef,
      projectName: entry.name,
      ...time,
      amountCents,
      usage: ratio(quantity, divisor),
      step,
      share,
    };
  }

  #last(open: OpenCharge, left: Left, time: Pick<CostPart, 'fromSeconds' | 'untilSeconds'>): CostPart {
    const quantity = left.total - left.taken;
    if (quantity > 0n) return this.#part(open, left, time, quantity);
    const amountCents = left.entry.amountCents - left.givenCents;
    left.givenCents = left.entry.amountCents;
    this.#note(open, time.fromSeconds, time.untilSeconds, amountCents);
    return {
      charge: open.charge,
      projectRef: left.entry.projectRef,
      projectName: left.entry.name,
      ...time,
      amountCents,
      usage: ZERO,
      step: left.step,
      share: shareOf(BigInt(amountCents), BigInt(open.stepCents[left.step] ?? 0)),
    };
  }

  #organizationParts(): CostPart[] {
    return this.#open.flatMap(({ charge, stepCents }) => {
      const cents = charge.amountCents - stepCents.reduce((sum, part) => sum + part, 0);
      return cents === 0 ? [] : [{ ...wholePart(charge, cents), share: ZERO }];
    });
  }

  #creditParts(): CostPart[] {
    const credits = this.#credits;
    if (!credits) return [];
    const days = [...this.#compute].sort(([a], [b]) => a - b);
    if (days.length === 0) return [wholePart(credits)];
    const parts = allocateCents(
      credits.amountCents,
      days.map(([, { cents }]) => BigInt(cents)),
    );
    return days.flatMap(([fromSeconds, { untilSeconds }], index) => {
      const amountCents = parts[index] ?? 0;
      return amountCents === 0 ? [] : [{ ...wholePart(credits, amountCents), fromSeconds, untilSeconds }];
    });
  }
}

export const wholePart = (charge: CostCharge, amountCents = charge.amountCents): CostPart => ({
  charge,
  projectRef: null,
  projectName: null,
  fromSeconds: charge.fromSeconds,
  untilSeconds: charge.untilSeconds,
  amountCents,
  usage: ZERO,
  step: 0,
  share: ratio(1n),
});
