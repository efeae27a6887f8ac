/** Exact fractions for quantities that are rounded only after pricing. The denominator is positive. */
import { divideHalfAway } from './money.ts';

export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

/** Creates a fraction without reducing it. */
export function ratio(numerator: bigint, denominator: bigint = 1n): Ratio {
  if (denominator <= 0n) throw new RangeError('A ratio needs a positive denominator');
  return { numerator, denominator };
}

export const ZERO: Ratio = ratio(0n);

export function addRatios(a: Ratio, b: Ratio): Ratio {
  if (a.denominator === b.denominator) return ratio(a.numerator + b.numerator, a.denominator);
  return ratio(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function subtractRatios(a: Ratio, b: Ratio): Ratio {
  return addRatios(a, ratio(-b.numerator, b.denominator));
}

export function positivePart(a: Ratio): Ratio {
  return a.numerator > 0n ? a : ZERO;
}

/** Rounds a non-negative ratio up to an integer. */
export function ceilRatio(a: Ratio): bigint {
  return (a.numerator + a.denominator - 1n) / a.denominator;
}

export function compareRatios(a: Ratio, b: Ratio): -1 | 0 | 1 {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function reduceRatio(a: Ratio): Ratio {
  let [x, y] = [a.numerator < 0n ? -a.numerator : a.numerator, a.denominator];
  while (y !== 0n) [x, y] = [y, x % y];
  return ratio(a.numerator / x, a.denominator / x);
}

/** Converts a ratio to a number, for display only. */
export function ratioToNumber(a: Ratio): number {
  const { numerator, denominator } = reduceRatio(a);
  return Number(numerator / denominator) + Number(numerator % denominator) / Number(denominator);
}

/** Formats a ratio exactly, as 'n' or 'n/d' in lowest terms. */
export function ratioToText(a: Ratio): string {
  const { numerator, denominator } = reduceRatio(a);
  return denominator === 1n ? String(numerator) : `${numerator}/${denominator}`;
}

/** Parses the output of `ratioToText`. Throws RangeError on anything else. */
export function ratioFromText(text: string): Ratio {
  const match = /^(-?\d{1,60})(?:\/(\d{1,60}))?$/.exec(text);
  if (!match) throw new RangeError(`Not a ratio: ${text}`);
  return ratio(BigInt(match[1] ?? 0), BigInt(match[2] ?? 1));
}

/** Formats an integer number of `10^-digits` as a decimal without trailing zeros: `decimalText(-250n, 3)` is '-0.25'. */
export function decimalText(scaled: bigint, digits: number): string {
  const text = String(scaled < 0n ? -scaled : scaled).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits).replace(/0+$/, '');
  return `${scaled < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Converts a ratio to an integer number of `10^-digits`, rounded half away from zero. */
export const scaledRatio = ({ numerator, denominator }: Ratio, digits: number): bigint =>
  divideHalfAway(numerator * 10n ** BigInt(digits), denominator);
