import type { CallResponse } from '#contract/types.ts';
import { formatDate, formatDateTime } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';

export type PriceTag = CallResponse<'priceItem'>;
type Tag = PriceTag['this_cycle'];
type Line = Tag['lines'][number];

export const priceSentence = ({ this_cycle: now, full_month: month }: PriceTag): string =>
  `It adds ${formatCents(month.total_cents)} to a full month, and ${formatCents(now.total_cents)} to this cycle until ${formatDate(now.end)}.`;

const parts: readonly (readonly [keyof Pick<Line, 'included_cents' | 'not_charged_cents' | 'discount_cents'>, string])[] = [
  ['included_cents', 'included in your plan'],
  ['not_charged_cents', 'not charged, because of your spend cap or limit'],
  ['discount_cents', 'discount'],
];

/** Example: "$36.00 at list price, less $22.50 included in your plan". */
export function workingOf(line: Line): string {
  const less = parts.flatMap(([part, words]) => (line[part] === 0 ? [] : [`${formatCents(line[part])} ${words}`]));
  const list = `${formatCents(line.list_cents)} at list price`;
  return less.length === 0 ? list : `${list}, less ${less.join(' and ')}`;
}

export const limitSentences = ({ limits }: PriceTag): string[] =>
  limits.map(({ name, amount_cents: amount, reached_at: at, reached_at_without: without }) => {
    const limit = `Your limit "${name}" of ${formatCents(amount)}`;
    const when = `is reached on ${formatDateTime(at)}`;
    return without === null ? `${limit} ${when}; without it, it isn't reached in this cycle.` : `${limit} ${when}.`;
  });
