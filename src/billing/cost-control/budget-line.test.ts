import { expect, it } from 'vitest';
import { budgetLine } from './budget-line.ts';

const budget = (name: string, spent: number, amount: number, isReached = false) => ({
  name,
  spent_cents: spent,
  amount_cents: amount,
  limit_reached: isReached,
});

it('names a limit that is reached, before other budgets', () => {
  const line = budgetLine([budget('Alert', 900, 300), budget('Egress each day', 99, 50, true)]);
  expect(line).toMatch(/^The limit "Egress each day" is reached: \$0\.99 of \$0\.50/);
});

it('says what is spent of the first budget, if no limit is reached', () => {
  expect(budgetLine([budget('large', 50_000, 100_000), budget('small', 10, 100)])).toMatch(/^\$500\.00 of \$1,000\.00/);
});

it('leads to alerts and limits without a budget', () => {
  expect(budgetLine([])).toBe('Alerts and limits:');
});
