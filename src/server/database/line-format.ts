import type { Discount, LineAmounts } from '#lib/charge-line.ts';
import { ratioFromText, ratioToText } from '#lib/money-ratio.ts';
import type { ComputeSize } from '#server/domain/compute.ts';
import type { BreakdownEntry, Derivation, InvoiceLine } from '#server/domain/lines.ts';

/** Project on an invoice line, with the name and size that it had when the line was created. */
export interface ProjectLabel {
  readonly name: string;
  readonly size: ComputeSize;
}

export type LabelledEntry = BreakdownEntry & ProjectLabel;

/** Invoice line with all displayed data, so that later changes of projects or prices do not affect the line. */
export type BilledLine = Omit<InvoiceLine, 'breakdown'> & {
  /** Billing period of the line's usage; null for fees. */
  readonly periodId: number | null;
  /** True for usage of an earlier period that a plan change ended. */
  readonly carriedOver: boolean;
  /** True for usage that was reported after its period was invoiced. */
  readonly reportedLater: boolean;
  readonly unitPriceDescription: string;
  readonly priceBook: string;
  /** Entries by project, highest amount first. */
  readonly breakdown: readonly LabelledEntry[];
};

/** Ratios are stored as text, so that they stay exact. */
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

/** Stored line of an ended period, without names and price texts. */
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

/** Returns a stable ID, unique in its invoice. For a line of an earlier period, the ID contains the start of that period. */
export function lineId({
  key,
  carriedOver,
  reportedLater,
  periodStartSeconds,
}: Pick<BilledLine, 'key' | 'carriedOver' | 'reportedLater' | 'periodStartSeconds'>): string {
  const id = key.replace(':', '.');
  return carriedOver || reportedLater ? `${id}.${periodStartSeconds}` : id;
}
