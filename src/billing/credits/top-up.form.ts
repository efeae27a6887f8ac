import { z } from 'zod/mini';
import { TopUpAmount } from '#contract/shapes/credits.ts';
import { plainDigits } from '#lib/number-text.ts';

/** What the dialog begins with, in whole dollars (specification, section 9). */
export const usualDollars = 100;

/** Amounts to be had with one press, in whole dollars. */
export const presetDollars = [100, 250, 500, 1000] as const;

/** A whole number as people write one: with a dollar sign, with commas between thousands, with no cents. */
const wholeDollars = /^([-\u2212]?)\$?(\d+|\d{1,3}(?:,\d{3})+)(?:\.0{1,2})?$/;

/** Exponents, cents and words are no whole numbers. What is too large for a number is the largest one. */
function numberOf(text: string): number {
  const [isWritten, sign, digits = ''] = wholeDollars.exec(plainDigits(text).trim()) ?? [];
  if (isWritten === undefined) return Number.NaN;
  return Math.min(Number(digits.replaceAll(',', '')), Number.MAX_SAFE_INTEGER) * (sign === '' ? 1 : -1);
}

const TypedAmount = z.pipe(z.pipe(z.string(), z.transform(numberOf)), TopUpAmount);

/** What the dialog asks for itself; the amount by the platform's own schema. */
export const topUpSchema = z.object({ amount: TypedAmount, savesCard: z.boolean() });

export const usualTopUp: z.input<typeof topUpSchema> = { amount: String(usualDollars), savesCard: true };

/** What was typed, as whole dollars; undefined for what can't be bought. */
export const dollarsOf = (text: string): number | undefined => TypedAmount.safeParse(text).data;
