import { groupThousands, MINUS_SIGN } from './money.ts';

/** '1,234.5': digits in groups, at most so many decimals and none that are zero. The same on the server and in every browser. */
export function formatNumber(value: number, mostDecimals = 2): string {
  const text = value.toFixed(mostDecimals);
  return grouped(text.includes('.') ? text.replace(/\.?0+$/, '') : text);
}

/** '1,234.50': always so many decimals. */
export function formatFixed(value: number, decimals: number): string {
  return grouped(value.toFixed(decimals));
}

/** What is no plain decimal ('1e+21', 'Infinity') stays as it is. */
function grouped(text: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = groupThousands(whole) + fraction;
  return sign === '-' && /[1-9]/.test(digits) ? MINUS_SIGN + digits : digits;
}

/**
 * Typed text with its full-width forms as plain characters, as East Asian keyboards write numbers: digits, signs, commas and dots.
 * Read numbers from the result; keep showing the text as typed.
 */
export const plainDigits = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ');
