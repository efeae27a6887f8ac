import type { CallResponse } from '#contract/types.ts';
import { spentWords } from '#lib/money.ts';
import { costControlTexts as texts } from '#lib/texts/cost-control.ts';
import { fillText } from '#lib/texts/fill.ts';

type Budget = Pick<CallResponse<'listBudgets'>['budgets'][number], 'name' | 'amount_cents' | 'spent_cents' | 'limit_reached'>;

/** Describes a budget whose limit is reached. If there is none, describes the first budget. */
export function budgetLine(budgets: readonly Budget[]): string {
  const budget = budgets.find(({ limit_reached: isReached }) => isReached) ?? budgets[0];
  if (!budget) return texts.noBudget;
  const spent = spentWords(budget);
  return budget.limit_reached ? `${fillText(texts.limitReached, { name: budget.name })} ${spent}` : spent;
}
