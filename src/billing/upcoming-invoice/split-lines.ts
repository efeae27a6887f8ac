import { amountCents, type InvoiceLine } from '#billing/shared/invoice-lines/lines.ts';
import { recomputeLine } from '#billing/shared/invoice-lines/recompute.ts';

/** So many of the largest lines are always in sight. */
const largestShown = 3;
/** Fewer than this are not worth a row that opens them. */
const fewestFolded = 4;

/**
 * Which lines are in sight and which are folded into one row, each in their order: the largest stay in sight, and every line that
 * does not add up, or whose discount would be out of sight.
 */
export function splitLines(lines: readonly InvoiceLine[]): { shown: readonly InvoiceLine[]; folded: readonly InvoiceLine[] } {
  const largest = new Set(lines.toSorted((a, b) => amountCents(b) - amountCents(a)).slice(0, largestShown));
  const isShown = (line: InvoiceLine): boolean =>
    largest.has(line) || line.amount !== line.amountBeforeDiscount || recomputeLine(line)?.agrees === false;
  const folded = lines.filter((line) => !isShown(line));
  return folded.length < fewestFolded ? { shown: lines, folded: [] } : { shown: lines.filter(isShown), folded };
}
