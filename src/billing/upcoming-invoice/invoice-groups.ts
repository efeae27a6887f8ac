import { roundedCentsFromDollars, sumCents } from '#lib/money.ts';
import { carriedGroups, type CarriedGroup } from '#billing/shared/invoice-lines/carried-groups.ts';
import { amountCents, type InvoiceLine, type LineKind } from '#billing/shared/invoice-lines/lines.ts';

export interface ProjectGroup {
  readonly kind: 'compute' | 'replica' | 'branch';
  readonly lines: readonly InvoiceLine[];
  /** Number of project rows. A project has one row per line. */
  readonly entryCount: number;
  /** Lines of Compute Credits. They are deducted once and shown last. */
  readonly credits: readonly InvoiceLine[];
  /** Cost of the lines minus the credits, in cents, never below 0. */
  readonly totalCents: number;
  readonly totalBeforeDiscountCents: number;
}

export interface InvoiceGroups {
  readonly plan: readonly InvoiceLine[];
  readonly projectGroups: readonly ProjectGroup[];
  readonly others: readonly InvoiceLine[];
  /** Usage from before a plan change, which is not part of this cycle's usage. */
  readonly carried: readonly CarriedGroup[];
}

/** The groups have the specification's order. Carried-over usage comes last. */
export function groupLines(lines: readonly InvoiceLine[]): InvoiceGroups {
  const of = (kind: LineKind): InvoiceLine[] => lines.filter((line) => line.kind === kind && !line.isCarriedOver);
  const credits = of('computeCredits');
  const groups = [
    projectGroup('compute', of('compute'), credits),
    projectGroup('replica', of('replica')),
    projectGroup('branch', of('branch')),
  ];
  const projectGroups = groups.filter((group) => group !== null);
  return { plan: of('plan'), projectGroups, others: of('other'), carried: carriedGroups(lines) };
}

function projectGroup(
  kind: ProjectGroup['kind'],
  lines: readonly InvoiceLine[],
  credits: readonly InvoiceLine[] = [],
): ProjectGroup | null {
  if (lines.length === 0 && credits.length === 0) return null;
  const all = [...lines, ...credits];
  return {
    kind,
    lines,
    entryCount: lines.reduce((sum, line) => sum + line.entryCount, 0),
    credits,
    totalCents: Math.max(0, sumCents(all.map(amountCents))),
    totalBeforeDiscountCents: Math.max(0, sumCents(all.map(({ amountBeforeDiscount }) => roundedCentsFromDollars(amountBeforeDiscount)))),
  };
}
