/**
 * Money without floats: units, exact parsing, rounding and display. No dependency and no Intl, so that the server's
 * HTML and the browser print the same characters.
 *
 * Units: a sum of money is an integer number of cents; a unit price is an integer number of microcents
 * (1 microcent = 10^-6 cent = 10^-8 dollar), the coarsest unit in which every price of the catalogue is whole.
 */

export const CENTS_PER_DOLLAR = 100;
export const MICROCENTS_PER_CENT = 1_000_000;

/** U+2212, which screen readers speak as "minus" where a hyphen is often skipped. */
export const MINUS_SIGN = '\u2212';

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Quotient rounded half away from zero: 0.5 -> 1, -0.5 -> -1. Throws RangeError for a denominator that is not positive. */
export function divideHalfAway(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('divideHalfAway: the denominator must be positive');
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/** A bigint as a number; throws RangeError when it is beyond the integers that a number holds exactly. */
export function toSafeInteger(value: bigint): number {
  const result = Number(value);
  if (!Number.isSafeInteger(result)) throw new RangeError(`${value} is too large to be held exactly`);
  return result;
}

/** A whole number of cents from microcents, rounded half away from zero. Throws RangeError beyond what a number holds exactly. */
export function centsFromMicrocents(microcents: bigint): number {
  return toSafeInteger(divideHalfAway(microcents, BigInt(MICROCENTS_PER_CENT)));
}

/** A decimal (a plain string or a number as it prints) as `value × 10^scale`, with the part that is left below that scale. */
function scaleDecimal(value: string | number, scale: number): { numerator: bigint; denominator: bigint } {
  const match = DECIMAL.exec(String(value).trim());
  if (!match) throw new RangeError(`Not a decimal amount: ${String(value)}`);
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  const shift = scale - fraction.length + Number(exponent);
  const numerator = shift > 0 ? digits * 10n ** BigInt(shift) : digits;
  return { numerator: sign === '-' ? -numerator : numerator, denominator: shift < 0 ? 10n ** BigInt(-shift) : 1n };
}

function exactly(value: string | number, scale: number, unit: string): number {
  const { numerator, denominator } = scaleDecimal(value, scale);
  if (numerator % denominator !== 0n) throw new RangeError(`${String(value)} dollars is not a whole number of ${unit}`);
  return toSafeInteger(numerator / denominator);
}

/** Cents from a dollar amount, exact: '25', 25.1 and '1e3' work. Throws RangeError for a fraction of a cent and for what is no decimal. */
export function centsFromDollars(value: string | number): number {
  return exactly(value, 2, 'cents');
}

/** Cents from a dollar amount of any precision, rounded half away from zero. Throws RangeError for what is no decimal. */
export function roundedCentsFromDollars(value: string | number): number {
  const { numerator, denominator } = scaleDecimal(value, 2);
  return toSafeInteger(divideHalfAway(numerator, denominator));
}

/** Microcents from a dollar price, exact to 8 decimals. Throws RangeError for a finer price and for what is no decimal. */
export function microcentsFromDollars(value: string | number): number {
  return exactly(value, 8, 'microcents');
}

/** The dollar amount as a number, for a wire format that wants one. Up to 15 digits of cents read back exactly. */
export function dollarsFromCents(cents: number): number {
  return cents / CENTS_PER_DOLLAR;
}

/** The dollar price as a number. Up to 15 digits of microcents read back exactly. */
export function dollarsFromMicrocents(microcents: number): number {
  return microcents / (MICROCENTS_PER_CENT * CENTS_PER_DOLLAR);
}

/** The sum of amounts in cents; 0 of none. Throws RangeError for a sum that is not whole or too large to be held exactly. */
export function sumCents(amounts: Iterable<number>): number {
  let total = 0;
  for (const cents of amounts) total += cents;
  if (!Number.isSafeInteger(total)) throw new RangeError('The sum is too large to be held exactly');
  return total;
}

/** Digits in groups of three: 1234567 -> '1,234,567'. */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** '$1,234.50', '−$10.00'. The amount is in cents. Throws RangeError when it is not whole. */
export function formatCents(cents: number): string {
  const [whole = '', fraction] = plainDollars(Math.abs(cents)).split('.');
  return `${cents < 0 ? MINUS_SIGN : ''}$${groupThousands(whole)}.${fraction}`;
}

/** '$25' for whole dollars, '$25.50' otherwise. The amount is in cents. Throws RangeError when it is not whole. */
export function formatWholeDollars(cents: number): string {
  return formatCents(cents).replace(/\.00$/, '');
}

/**
 * A dollar amount of any precision as it came over the wire. Under a cent, but not zero, it prints '<$0.01' ('>−$0.01'
 * when negative); everything else is rounded half away from zero to the cent. Throws RangeError when it is no decimal.
 */
export function formatDollars(dollars: string | number): string {
  const { numerator, denominator } = scaleDecimal(dollars, 2);
  if (numerator !== 0n && numerator < denominator && -numerator < denominator) {
    return numerator > 0n ? '<$0.01' : `>${MINUS_SIGN}$0.01`;
  }
  return formatCents(toSafeInteger(divideHalfAway(numerator, denominator)));
}

/** A unit price with every digit it has and at least two decimals: '$0.00003288', '$10.00'. The price is in whole microcents. */
export function formatUnitPrice(microcents: number): string {
  const digits = String(Math.abs(microcents)).padStart(9, '0');
  const fraction = digits.slice(-8).replace(/0+$/, '').padEnd(2, '0');
  return `${microcents < 0 ? MINUS_SIGN : ''}$${groupThousands(digits.slice(0, -8))}.${fraction}`;
}

/** '-1234.50': for files that another program reads. The amount is in cents. Throws RangeError when it is not whole. */
export function plainDollars(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** '$63.33 of $200.00, 32%' */
export function spentWords({ spent_cents: spent, amount_cents: amount }: { spent_cents: number; amount_cents: number }): string {
  const share = amount > 0 ? `, ${Math.round((spent * 100) / amount)}%` : '';
  return `${formatCents(spent)} of ${formatCents(amount)}${share}`;
}
