import { lineAmounts } from '#lib/charge-line.ts';
import { sumCents } from '#lib/money.ts';
import { ratio } from '#lib/money-ratio.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import type { Rate } from '#server/domain/book/price-book.ts';
import { type LimitWindow, metricOfPart, type PartScope, projectOfPart } from '#server/domain/budget/limit-scopes.ts';
import { discountsOf, lineKey } from '#server/domain/lines.ts';
import type { MeteredGroup, SlotGrowth } from '#server/domain/meter.ts';
import { isPooled, type MetricRules } from '#server/domain/metrics.ts';
import { mostOfPart } from '#server/domain/price-group.ts';
import { divisorOf, includedQuota } from '#server/domain/quantities.ts';
import { rateOf } from '#server/domain/rates.ts';

export const MICROCENTS_OF_CENT = 1_000_000;

/** Meters the usage and the charge of one invoice line. Units are base units times `#scale`. */
export class LineMeter {
  readonly rules: MetricRules;
  readonly #rate: Rate | undefined;
  readonly #discounts: ReturnType<typeof discountsOf>;
  readonly #scale: bigint;
  readonly #denominator: bigint;
  /** Quota in the units of `#total`; null if unlimited. */
  readonly #quota: bigint | null;
  #total = 0n;
  #units = 0n;
  readonly #unitsOf = new Map<string, bigint>();
  /** Total charge of the line at the start of the running UTC day, in cents. */
  dayStartCents = 0;

  constructor({ rules, kind }: Pick<MeteredGroup, 'rules' | 'kind'>, period: BillingPeriod) {
    const { book, planId, contract, cycle, discounts } = period;
    const included = isPooled(rules) ? includedQuota(rules, { planId, book, contract, cycle }) : ratio(0n);
    const divisor = isPooled(rules) ? divisorOf(rules, cycle) : 1n;
    this.rules = rules;
    this.#rate = rateOf(book, rules.metric, planId, contract);
    this.#discounts = discountsOf(lineKey(rules.metric, kind), discounts);
    this.#denominator = included?.denominator ?? 1n;
    this.#quota = included && included.numerator * divisor;
    this.#scale = this.#denominator * divisor;
  }

  #overAt(total: bigint): bigint {
    return this.#quota !== null && total > this.#quota ? total - this.#quota : 0n;
  }

  /**
   * Returns the units to bill if a part of new usage is charged. If the metric has no shared quota, returns `over`.
   * @param part charged usage in base units
   */
  billableOf({ over }: Pick<SlotGrowth, 'over'>, part: bigint): bigint {
    return isPooled(this.rules) ? this.#overAt(this.#total + part * this.#denominator) - this.#overAt(this.#total) : over;
  }

  /** @returns `exactly` if the last unit of this usage uses up the shared quota, `within` if an earlier unit does, otherwise null */
  use({ used }: Pick<SlotGrowth, 'used'>): 'exactly' | 'within' | null {
    const before = this.#total;
    this.#total += used * this.#denominator;
    if (!isPooled(this.rules) || this.#quota === null || before >= this.#quota || this.#total < this.#quota) return null;
    return this.#total === this.#quota ? 'exactly' : 'within';
  }

  charge(ref: string, units: bigint): void {
    this.#units += units;
    this.#unitsOf.set(ref, (this.#unitsOf.get(ref) ?? 0n) + units);
  }

  cents(): number {
    if (!this.#rate) return 0;
    return lineAmounts([{ ...this.#rate, billable: ratio(this.#units, this.#scale) }], this.#discounts).amountCents;
  }

  centsOf(ref: string): number {
    const units = this.#unitsOf.get(ref) ?? 0n;
    return this.#rate && units > 0n ? mostOfPart(ratio(units, this.#scale), this.#rate, this.#discounts) : 0;
  }

  /** Upper bound of the price of units, in microcents, not rounded to cents. */
  mostMicrocents(units: bigint): number {
    if (!this.#rate) return 0;
    const { priceMicrocents, perUnits, wholePackages, firstProjectMicrocents = 0 } = this.#rate;
    const price = Math.max(priceMicrocents, firstProjectMicrocents);
    return (Number(units) / Number(this.#scale) / perUnits) * price * (1 + 1e-9) + (wholePackages ? price : 0);
  }
}

export class LimitMeter {
  readonly scope: 'organization' | PartScope;
  readonly window: LimitWindow;
  readonly #lines: readonly LineMeter[];
  readonly #ref: string | null;
  /** Maximum charge in this period, in cents; negative if earlier periods charged more than the limit. */
  allowanceCents: number;
  /** Time from which usage is not charged because of this limit; null if the limit is not reached. */
  stoppedFrom: number | null = null;
  /** Microcents that can still be charged before an exact comparison with the limit is needed. */
  #slack = 0;

  constructor(scope: 'organization' | PartScope, window: LimitWindow, lines: readonly LineMeter[], allowanceCents: number) {
    const metric = scope === 'organization' ? null : metricOfPart(scope);
    this.scope = scope;
    this.window = window;
    this.#lines = metric === null ? lines : lines.filter(({ rules }) => rules.metric === metric);
    this.#ref = scope === 'organization' ? null : projectOfPart(scope);
    this.allowanceCents = allowanceCents;
  }

  covers(line: LineMeter, ref: string): boolean {
    return this.#ref === null ? this.#lines.includes(line) : this.#ref === ref;
  }

  /** Charges of the UTC day for a daily limit, otherwise of this period. For a project, an upper bound that ignores other projects. */
  spentCents(): number {
    const ref = this.#ref;
    if (ref !== null) return sumCents(this.#lines.map((line) => line.centsOf(ref)));
    return sumCents(this.#lines.map((line) => line.cents() - (this.window === 'day' ? line.dayStartCents : 0)));
  }

  isExceeded(): boolean {
    const spentCents = this.spentCents();
    this.#slack = (this.allowanceCents - spentCents - this.#lines.length - 1) * MICROCENTS_OF_CENT;
    return spentCents > this.allowanceCents;
  }

  mayExceed(microcents: number): boolean {
    this.#slack -= microcents;
    return this.#slack < 0;
  }
}
