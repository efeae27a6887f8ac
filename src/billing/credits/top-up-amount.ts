import { topUpDollars } from '#contract/limits.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';

/** What the dialog begins with, in whole dollars (specification, section 9). */
export const usualDollars = 100;

/** Amounts to be had with one press, in whole dollars. */
export const presetDollars = [100, 250, 500, 1000] as const;

/** What was typed, as whole dollars, or what is wrong with it. Exponents, fractions and words are no whole numbers. */
export function readAmount(text: string): { readonly dollars: number } | { readonly error: string } {
  const digits = text.trim();
  if (!/^[-\u2212]?\d+$/.test(digits)) return { error: texts.wholeNumber };
  const dollars = Number(digits.replace('\u2212', '-'));
  return dollars >= topUpDollars.least && dollars <= topUpDollars.most ? { dollars } : { error: texts.range };
}
