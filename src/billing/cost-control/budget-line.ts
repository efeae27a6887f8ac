import type { CallResponse } from '#contract/types.ts';
import { spentWords } from '#lib/money.ts';
import { costControlTexts as texts } from '#lib/texts/cost-control.ts';
import { fillText } from '#lib/texts/fill.ts';

type Budget = Pick<CallResponse<'listBudgets'>['budgets'][number], 'name' | 'amount_cents' | 'spent_cents' | 'limit_reached'>;

const shareOf = ({ spent_cents: spent, amount_cents: amount }: Budget): number =>
  amount === 0 ? Number.POSITIVE_INFINITY : spent / amount;

/** Returns a limit that is reached, else the budget of which the largest share is spent. */
const mostUrgent = (budgets: readonly Budget[]): Budget | undefined =>
  budgets.toSorted((a, b) => Number(b.limit_reached) - Number(a.limit_reached) || shareOf(b) - shareOf(a))[0];

/** Returns the words before the link to the budgets. They describe the budget that needs the most attention. */
export function budgetLine(budgets: readonly Budget[]): string {
  const budget = mostUrgent(budgets);
  if (!budget) return texts.noBudget;
  const spent = spentWords(budget);
  return budget.limit_reached ? `${fillText(texts.limitReached, { name: budget.name })} ${spent}` : spent;
}
