import type { CallResponse } from '#contract/types.ts';
import { formatCents } from '#lib/money.ts';
import { formatQuantity } from '#lib/quantities.ts';

export type ComparisonResponse = CallResponse<'compareInvoice'>;
export type ComparedLine = ComparisonResponse['lines'][number];
type Cause = ComparedLine['causes'][number];

export const isChanged = ({ before_cents: before, after_cents: after }: ComparedLine): boolean => before !== after;

/** Examples: '+$4.50', '-$269.86'. */
export const signedCents = (cents: number): string => `${cents > 0 ? '+' : ''}${formatCents(cents)}`;

const causeWords: Readonly<Record<Exclude<Cause, 'new' | 'renamed'>, string>> = {
  gone: 'Not on this invoice',
  used_more: 'Used more',
  used_less: 'Used less',
  included_more: 'More is included',
  included_less: 'Less is included',
  uncharged_more: 'More was not charged because of the spend cap or a limit',
  uncharged_less: 'Less was not charged because of the spend cap or a limit',
  cycle_length: 'Different part of a cycle',
  projects: 'Used by other projects, at other prices',
  price: 'Price changed',
  discount: 'Discount changed',
  invoiced: 'Different part invoiced before',
  packages: 'Charged in whole packages',
};

/** Change of a quantity: '131,000 to 47,967'; undefined if the quantities are unknown or equal. */
function quantityWords({ metric, before_quantity: before, after_quantity: after }: ComparedLine): string | undefined {
  if (metric === null || (before ?? 0) === (after ?? 0)) return undefined;
  const from = formatQuantity(metric, before ?? 0);
  const to = formatQuantity(metric, after ?? 0);
  // Different quantities can round to the same text. Equal texts are omitted, because they would show no change.
  return from === to ? undefined : `${from} to ${to}`;
}

/** Examples: '131,000 to 47,967. Used less', 'Was: Pro Plan'. */
export function changeWords(line: ComparedLine, previousNumber: string): string {
  const causes = line.causes.map((cause) => {
    if (cause === 'new') return `Not on invoice ${previousNumber}`;
    if (cause === 'renamed') return `Was: ${line.before_description ?? ''}`;
    return causeWords[cause];
  });
  return [quantityWords(line) ?? [], causes].flat().join('. ');
}

/** If `isSoFar` is true, the difference can still change. */
export function differenceSentence({ previous, difference_cents: difference }: ComparisonResponse, isSoFar: boolean): string {
  if (!previous) return 'There is no earlier invoice to compare with.';
  const invoice = `invoice ${previous.number}.`;
  if (difference === 0) return isSoFar ? `So far: same total as ${invoice}` : `Same total as ${invoice}`;
  return `${isSoFar ? 'So far: ' : ''}${formatCents(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than ${invoice}`;
}
