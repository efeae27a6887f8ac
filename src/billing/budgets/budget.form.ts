import { z } from 'zod/mini';
import type { CallInput } from '#contract/types.ts';
import { plainDollars } from '#lib/money.ts';
import type { Budget } from './budget-words.ts';

export type BudgetBody = CallInput<'createBudget'>['body'];

export interface BudgetValues {
  readonly name: string;
  /** Dollars, as typed. */
  readonly amount: string;
  readonly basis: Budget['basis'];
  readonly atLimit: Budget['at_limit'];
  /** Percent, with commas between them. */
  readonly actual: string;
  readonly projected: string;
}

export const emptyBudget: BudgetValues = { name: '', amount: '', basis: 'bill', atLimit: 'alert', actual: '50, 80, 100', projected: '100' };

const percents = (text: string): number[] =>
  text
    .split(/[,\s]+/)
    .filter((part) => part !== '')
    .map(Number);

const arePercents = (text: string): boolean => {
  const found = percents(text);
  return found.every((percent) => Number.isInteger(percent) && percent >= 1 && percent <= 1000) && new Set(found).size === found.length;
};

const percentMessage = 'Enter whole percentages from 1 to 1000 with commas between them, each once';

export const budgetSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(100, 'Enter at most 100 characters')),
  amount: z.string().check(z.trim(), z.regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter an amount in dollars, such as 200 or 49.50')),
  basis: z.enum(['bill', 'overage']),
  atLimit: z.enum(['alert', 'stop']),
  actual: z.string().check(z.refine(arePercents, percentMessage)),
  projected: z.string().check(z.refine(arePercents, percentMessage)),
});

export const valuesOfBudget = ({ name, amount_cents, basis, at_limit, thresholds }: Budget): BudgetValues => {
  const listed = (kind: 'actual' | 'projected'): string =>
    thresholds
      .filter(({ on }) => on === kind)
      .map(({ percent }) => percent)
      .join(', ');
  return { name, amount: plainDollars(amount_cents), basis, atLimit: at_limit, actual: listed('actual'), projected: listed('projected') };
};

/** @param kept what the form has no fields for, of the budget that is changed */
export function bodyOf({ name, amount, basis, atLimit, actual, projected }: BudgetValues, kept?: Budget): BudgetBody {
  const [dollars = '0', cents = ''] = amount.trim().split('.');
  const on = (kind: 'actual' | 'projected', text: string) => percents(text).map((percent) => ({ percent, on: kind }));
  return {
    name: name.trim(),
    scope: kept?.scope ?? 'organization',
    basis,
    amount_cents: Number(dollars) * 100 + Number(cents.padEnd(2, '0')),
    thresholds: [...on('actual', actual), ...on('projected', projected)],
    at_limit: atLimit,
    ...(kept?.recipients && { recipients: kept.recipients }),
  };
}
