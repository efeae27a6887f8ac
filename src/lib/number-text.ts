import { groupThousands, MINUS_SIGN } from './money.ts';

/** Formats a number with grouped digits, at most `mostDecimals` decimals, no trailing zeros: '1,234.5'. Every browser prints the same. */
export function formatNumber(value: number, mostDecimals = 2): string {
  const text = value.toFixed(mostDecimals);
  return grouped(text.includes('.') ? text.replace(/\.?0+$/, '') : text);
}

export function formatFixed(value: number, decimals: number): string {
  return grouped(value.toFixed(decimals));
}

/** Returns forms that are not decimals ('1e+21', 'Infinity') unchanged. */
function grouped(text: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = groupThousands(whole) + fraction;
  return sign === '-' && /[1-9]/.test(digits) ? MINUS_SIGN + digits : digits;
}

/** Converts full-width characters of East Asian keyboards to ASCII. Fields keep showing the typed text. */
export const plainDigits = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ');
