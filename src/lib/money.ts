/**
 * Money without floats: units, exact parsing, rounding and display. Does not use Intl, so server and browser print the same text. Sums are
 * integer cents. Unit prices are integer microcents (10^-8 dollar), the coarsest unit in which all listed prices are integers.
 */

export const CENTS_PER_DOLLAR = 100;
export const MICROCENTS_PER_CENT = 1_000_000;

/** Minus sign U+2212. Screen readers speak it as "minus", but often skip a hyphen. */
export const MINUS_SIGN = '\u2212';

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Quotient rounded half away from zero: 0.5 -> 1, -0.5 -> -1. Throws RangeError for a denominator that is not positive. */
export function divideHalfAway(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('divideHalfAway: the denominator must be positive');
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/** Converts a bigint to a number. Throws RangeError beyond the safe integers. */
export function toSafeInteger(value: bigint): number {
  const result = Number(value);
  if (!Number.isSafeInteger(result)) throw new RangeError(`${value} is too large to be held exactly`);
  return result;
}

/** Converts microcents to cents, rounded half away from zero. Throws RangeError beyond the safe integers. */
export function centsFromMicrocents(microcents: bigint): number {
  return toSafeInteger(divideHalfAway(microcents, BigInt(MICROCENTS_PER_CENT)));
}

/** Parses a decimal as `value × 10^scale`. If the value has more decimals than `scale`, the denominator is not 1. */
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

/** Converts dollars to cents exactly: '25', 25.1 and '1e3' are valid. Throws RangeError for fractions of a cent and non-decimals. */
export function centsFromDollars(value: string | number): number {
  return exactly(value, 2, 'cents');
}

/** Converts dollars of any precision to cents, rounded half away from zero. Throws RangeError for non-decimals. */
export function roundedCentsFromDollars(value: string | number): number {
  const { numerator, denominator } = scaleDecimal(value, 2);
  return toSafeInteger(divideHalfAway(numerator, denominator));
}

/** Converts a dollar price with at most 8 decimals to microcents. Throws RangeError for more decimals and for non-decimals. */
export function microcentsFromDollars(value: string | number): number {
  return exactly(value, 8, 'microcents');
}

/** Converts cents to dollars for wire formats that require a number. Amounts of up to 15 digits stay exact when read back. */
export function dollarsFromCents(cents: number): number {
  return cents / CENTS_PER_DOLLAR;
}

/** Converts microcents to dollars. Amounts of up to 15 digits stay exact when read back. */
export function dollarsFromMicrocents(microcents: number): number {
  return microcents / (MICROCENTS_PER_CENT * CENTS_PER_DOLLAR);
}

/** Sums cents; 0 for an empty list. Throws RangeError if the sum is not a safe integer. */
export function sumCents(amounts: Iterable<number>): number {
  let total = 0;
  for (const cents of amounts) total += cents;
  if (!Number.isSafeInteger(total)) throw new RangeError('The sum is too large to be held exactly');
  return total;
}

export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats cents as '$1,234.50' or '−$10.00'. Throws RangeError if the amount is not an integer. */
export function formatCents(cents: number): string {
  const [whole = '', fraction] = plainDollars(Math.abs(cents)).split('.');
  return `${cents < 0 ? MINUS_SIGN : ''}$${groupThousands(whole)}.${fraction}`;
}

/** Formats cents as '$25' for whole dollars, otherwise as '$25.50'. Throws RangeError if the amount is not an integer. */
export function formatWholeDollars(cents: number): string {
  return formatCents(cents).replace(/\.00$/, '');
}

/** Formats dollars, rounded half away from zero to the cent; smaller non-zero amounts are '<$0.01'. Throws RangeError for non-decimals. */
export function formatDollars(dollars: string | number): string {
  const { numerator, denominator } = scaleDecimal(dollars, 2);
  if (numerator !== 0n && numerator < denominator && -numerator < denominator) {
    return numerator > 0n ? '<$0.01' : `>${MINUS_SIGN}$0.01`;
  }
  return formatCents(toSafeInteger(divideHalfAway(numerator, denominator)));
}

/** Formats a unit price in microcents with all digits, at least two decimals: '$0.00003288', '$10.00'. */
export function formatUnitPrice(microcents: number): string {
  const digits = String(Math.abs(microcents)).padStart(9, '0');
  const fraction = digits.slice(-8).replace(/0+$/, '').padEnd(2, '0');
  return `${microcents < 0 ? MINUS_SIGN : ''}$${groupThousands(digits.slice(0, -8))}.${fraction}`;
}

/** Formats cents as '-1234.50', for machine-readable files. Throws RangeError if the amount is not an integer. */
export function plainDollars(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Formats the spend of a budget: '$63.33 of $200.00, 32%'. */
export function spentWords({ spent_cents: spent, amount_cents: amount }: { spent_cents: number; amount_cents: number }): string {
  const share = amount > 0 ? `, ${Math.round((spent * 100) / amount)}%` : '';
  return `${formatCents(spent)} of ${formatCents(amount)}${share}`;
}
