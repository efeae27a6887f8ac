import { z } from 'zod/mini';
import { TopUpAmount } from '#contract/shapes/credits.ts';
import { plainDigits } from '#lib/number-text.ts';

/** Default amount in whole dollars (specification, section 9). */
export const usualDollars = 100;

export const presetDollars = [100, 250, 500, 1000] as const;

/** Matches a whole number as people write it: with a dollar sign, thousands separators, or zero cents. */
const wholeDollars = /^([-\u2212]?)\$?(\d+|\d{1,3}(?:,\d{3})+)(?:\.0{1,2})?$/;

/** Parses a whole number of dollars. Returns NaN for exponents, cents and words. Caps numbers at the largest safe integer. */
function numberOf(text: string): number {
  const [isWritten, sign, digits = ''] = wholeDollars.exec(plainDigits(text).trim()) ?? [];
  if (isWritten === undefined) return Number.NaN;
  return Math.min(Number(digits.replaceAll(',', '')), Number.MAX_SAFE_INTEGER) * (sign === '' ? 1 : -1);
}

const TypedAmount = z.pipe(z.pipe(z.string(), z.transform(numberOf)), TopUpAmount);

/** The platform's schema validates the amount. */
export const topUpSchema = z.object({ amount: TypedAmount, savesCard: z.boolean() });

export const usualTopUp: z.input<typeof topUpSchema> = { amount: String(usualDollars), savesCard: true };

export const dollarsOf = (text: string): number | undefined => TypedAmount.safeParse(text).data;
