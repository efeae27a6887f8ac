import { helpAddresses } from '#lib/addresses.ts';
import { formatCents } from '#lib/money.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { useCapabilities, useSlug } from '#billing/shared/data/use-billing-data.ts';

/** '$63.33 of $200.00, 32%' */
export function spentWords({ spent_cents: spent, amount_cents: amount }: { spent_cents: number; amount_cents: number }): string {
  const share = amount > 0 ? `, ${Math.round((spent * 100) / amount)}%` : '';
  return `${formatCents(spent)} of ${formatCents(amount)}${share}`;
}

/** The first budget in one line, and the way to all of them. */
export function BudgetLine() {
  const slug = useSlug();
  const isServed = useCapabilities()?.includes('budgets') === true;
  const { data } = useRead('listBudgets', { params: { slug } }, isServed);
  if (!isServed) return null;
  const budget = data?.budgets[0];
  return (
    <p>
      {budget && `${spentWords(budget)} `}
      <PageLink href={helpAddresses.budgets(slug)}>Budgets</PageLink>
    </p>
  );
}
