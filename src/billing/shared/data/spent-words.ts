import { formatCents } from '#lib/money.ts';

/** '$63.33 of $200.00, 32%' */
export function spentWords({ spent_cents: spent, amount_cents: amount }: { spent_cents: number; amount_cents: number }): string {
  const share = amount > 0 ? `, ${Math.round((spent * 100) / amount)}%` : '';
  return `${formatCents(spent)} of ${formatCents(amount)}${share}`;
}
