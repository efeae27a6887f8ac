import type { CallResponse } from '#contract/types.ts';

type Budget = Pick<CallResponse<'listBudgets'>['budgets'][number], 'amount_cents' | 'spent_cents' | 'limit_reached'>;

const shareOf = ({ spent_cents: spent, amount_cents: amount }: Budget): number =>
  amount === 0 ? Number.POSITIVE_INFINITY : spent / amount;

/** Returns the budget that Cost Control names: a limit that is reached, else the budget of which the largest share is spent. */
export function urgentBudget<B extends Budget>(budgets: readonly B[]): B | undefined {
  return budgets.toSorted((a, b) => Number(b.limit_reached) - Number(a.limit_reached) || shareOf(b) - shareOf(a))[0];
}
