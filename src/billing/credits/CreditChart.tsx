import { useQueryClient } from '@tanstack/react-query';
import type { CreditEntry } from '#contract/types.ts';
import { formatDate, formatDayOfYear } from '#lib/dates/format.ts';
import { formatCents, formatWholeDollars } from '#lib/money.ts';
import { LineChart } from '#ui/LineChart/LineChart.tsx';
import type { LinePoint } from '#ui/LineChart/line-scales.ts';
import { readKey, useRead } from '#billing/shared/data/queries.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { historyInput } from './use-history-pages.ts';

const fewestEntries = 2;

const signed = (cents: number): string => `${cents > 0 ? '+' : ''}${formatCents(cents)}`;

/** Returns a point per entry, oldest first, with its cause and the balance after the entry. The last point is the current balance. */
export function balancePoints(entries: readonly CreditEntry[], nowSeconds: number): LinePoint[] {
  const pointOf = (id: string, at: number, balance: number, cause: string): LinePoint => ({
    id,
    at,
    label: formatDayOfYear(at),
    words: `${formatDate(at)}: ${cause}balance ${formatCents(balance)}`,
    values: [balance],
  });
  const points = entries
    .toReversed()
    .map(({ id, at, description, invoice, amount, balance }) =>
      pointOf(id, at, balance, `${description}${invoice ? `, ${invoice.number}` : ''}, ${signed(amount)}, `),
    );
  const [newest] = entries;
  return newest && nowSeconds > newest.at ? [...points, pointOf('now', nowSeconds, newest.balance, '')] : points;
}

export function CreditChart({ cursors }: { cursors: readonly (string | undefined)[] }) {
  const slug = useSlug();
  const now = useNowSeconds();
  const client = useQueryClient();
  const newest = useRead('listCreditHistory', historyInput(slug, cursors.at(-1)));
  const older = cursors.slice(0, -1).map((cursor) => client.getQueryData(readKey('listCreditHistory', historyInput(slug, cursor))));
  const pages = [...older, newest.data] as (typeof newest.data)[];
  const entries = pages.flatMap((page) => page?.entries ?? []);
  if (entries.length < fewestEntries) return null;
  return (
    <LineChart
      label="Credit balance over time"
      series={['Balance']}
      hasArea
      isStepped
      points={balancePoints(entries, now)}
      tickWords={(cents) => formatWholeDollars(Math.round(cents))}
    />
  );
}
