import type { Discount, LineAmounts } from '#lib/charge-line.ts';
import { ratioFromText, ratioToText } from '#lib/money-ratio.ts';
import type { ComputeSize } from '#server/domain/compute.ts';
import type { BreakdownEntry, Derivation, InvoiceLine } from '#server/domain/lines.ts';

/** How a project reads on a line, at the time of the line. */
export interface ProjectLabel {
  readonly name: string;
  readonly size: ComputeSize;
}

export type LabelledEntry = BreakdownEntry & ProjectLabel;

/** A line with all that showing it takes: no later change of a project or a price changes what it says. */
export type BilledLine = Omit<InvoiceLine, 'breakdown'> & {
  /** The billing period whose usage the line bills; null for fees. */
  readonly periodId: number | null;
  /** Usage of an earlier period that a change of plan ended. */
  readonly carriedOver: boolean;
  /** Usage of a period that an earlier invoice billed, reported after that. */
  readonly reportedLater: boolean;
  readonly unitPriceDescription: string;
  /** The version of the price book that it was billed by. */
  readonly priceBook: string;
  /** Highest amount first. */
  readonly breakdown: readonly LabelledEntry[];
};

/** A derivation as JSON: ratios are texts, so that nothing is lost. */
export interface StoredDerivation {
  readonly used: string;
  readonly included: string | null;
  readonly uncharged: string;
  readonly billable: string;
  readonly steps: readonly {
    readonly billable: string;
    readonly priceMicrocents: number;
    readonly perUnits: number;
    readonly wholePackages: boolean;
  }[];
  readonly discounts: readonly Discount[];
  readonly invoiced: LineAmounts;
  readonly prorated: Derivation['prorated'];
}

export interface StoredBreakdownEntry extends Omit<LabelledEntry, 'usage'> {
  readonly usage: string;
}

export function storedDerivation({
  used,
  included,
  uncharged,
  billable,
  steps,
  discounts,
  invoiced,
  prorated,
}: Derivation): StoredDerivation {
  return {
    used: ratioToText(used),
    included: included && ratioToText(included),
    uncharged: ratioToText(uncharged),
    billable: ratioToText(billable),
    steps: steps.map((step) => ({ ...step, billable: ratioToText(step.billable) })),
    discounts,
    invoiced,
    prorated,
  };
}

export function readDerivation({
  used,
  included,
  uncharged,
  billable,
  steps,
  discounts,
  invoiced,
  prorated,
}: StoredDerivation): Derivation {
  return {
    used: ratioFromText(used),
    included: included === null ? null : ratioFromText(included),
    uncharged: ratioFromText(uncharged),
    billable: ratioFromText(billable),
    steps: steps.map((step) => ({ ...step, billable: ratioFromText(step.billable) })),
    rounding: 'half_away_from_zero_to_cent',
    discounts,
    invoiced,
    prorated,
  };
}

export const storedBreakdown = (entries: readonly LabelledEntry[]): StoredBreakdownEntry[] =>
  entries.map(({ usage, ...entry }) => ({ ...entry, usage: ratioToText(usage) }));

export const readBreakdown = (entries: readonly StoredBreakdownEntry[]): LabelledEntry[] =>
  entries.map(({ usage, ...entry }) => ({ ...entry, usage: ratioFromText(usage) }));

/** A line of a period that is over, before names and prices are added. */
export interface StoredLine extends Omit<InvoiceLine, 'derivation' | 'breakdown'> {
  readonly derivation: StoredDerivation | null;
  readonly breakdown: readonly (Omit<BreakdownEntry, 'usage'> & { readonly usage: string })[];
}

export const storedLine = ({ derivation, breakdown, ...line }: InvoiceLine): StoredLine => ({
  ...line,
  derivation: derivation && storedDerivation(derivation),
  breakdown: breakdown.map(({ usage, ...entry }) => ({ ...entry, usage: ratioToText(usage) })),
});

export const readLine = ({ derivation, breakdown, ...line }: StoredLine): InvoiceLine => ({
  ...line,
  derivation: derivation && readDerivation(derivation),
  breakdown: breakdown.map(({ usage, ...entry }) => ({ ...entry, usage: ratioFromText(usage) })),
});

/** Unique within an invoice and the same on every read: a line of an earlier period carries its start. */
export function lineId({
  key,
  carriedOver,
  reportedLater,
  periodStartSeconds,
}: Pick<BilledLine, 'key' | 'carriedOver' | 'reportedLater' | 'periodStartSeconds'>): string {
  const id = key.replace(':', '.');
  return carriedOver || reportedLater ? `${id}.${periodStartSeconds}` : id;
}
