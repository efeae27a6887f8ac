import { expect, it } from 'vitest';
import { urgentBudget } from './urgent-budget.ts';

const budget = (name: string, spent: number, amount: number, isReached = false) => ({
  name,
  spent_cents: spent,
  amount_cents: amount,
  limit_reached: isReached,
});

it.each([
  ['a limit that is reached, before a budget that is exceeded', [budget('alert', 900, 300), budget('limit', 50, 50, true)], 'limit'],
  ['the budget of which the largest share is spent', [budget('small', 10, 100), budget('large', 50_000, 100_000)], 'large'],
  ['a limit of zero before a budget in use', [budget('used', 90, 100), budget('zero', 0, 0)], 'zero'],
  ['nothing without budgets', [], undefined],
])('is %s', (_, budgets, name) => {
  expect(urgentBudget(budgets)?.name).toBe(name);
});
