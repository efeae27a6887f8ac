/** Exact decimals as text, for files whose readers calculate with them. */
import { divideHalfAway } from './money.ts';
import type { Ratio } from './money-ratio.ts';

/** An integer number of `10^-digits` as a decimal without trailing zeros: `decimalText(-250n, 3)` is '-0.25'. */
export function decimalText(scaled: bigint, digits: number): string {
  const text = String(scaled < 0n ? -scaled : scaled).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits).replace(/0+$/, '');
  return `${scaled < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A ratio as an integer number of `10^-digits`, rounded half away from zero. */
export const scaledRatio = ({ numerator, denominator }: Ratio, digits: number): bigint =>
  divideHalfAway(numerator * 10n ** BigInt(digits), denominator);
