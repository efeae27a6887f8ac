/** Local validation of a card's digits, shared by the API and the browser's card fields. */

export interface CardInput {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string | null;
}

export interface CardInputProblem {
  code: 'incorrect_number' | 'invalid_number' | 'invalid_expiry_month' | 'invalid_expiry_year' | 'invalid_cvc';
  param: 'number' | 'exp_month' | 'exp_year' | 'cvc';
  message: string;
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = Number(digits[digits.length - 1 - index]);
    if (index % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return digits.length > 0 && sum % 10 === 0;
}

const brandPatterns: readonly (readonly [string, RegExp])[] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ['amex', /^3[47]/],
  ['discover', /^(6011|65|64[4-9])/],
  ['diners', /^3(0[0-5]|[689])/],
  ['jcb', /^35/],
  ['unionpay', /^62/],
];

export function brandOf(digits: string): string {
  return brandPatterns.find(([, pattern]) => pattern.test(digits))?.[0] ?? 'unknown';
}

export const cvcLength = (brand: string): number => (brand === 'amex' ? 4 : 3);

export function numberLengths(brand: string): readonly number[] {
  if (brand === 'amex') return [15];
  if (brand === 'diners') return [14, 16];
  if (brand === 'unionpay') return [16, 17, 18, 19];
  return [16];
}

/** Returns the first error, or null. `nowMs` is in Unix milliseconds. A card is valid until the end of its expiry month. */
export function cardInputProblem(input: CardInput, nowMs: number): CardInputProblem | null {
  if (!/^\d{12,19}$/.test(input.number))
    return { code: 'invalid_number', param: 'number', message: 'The card number is not a valid credit card number.' };
  if (!passesLuhn(input.number)) return { code: 'incorrect_number', param: 'number', message: 'Your card number is incorrect.' };
  if (!Number.isInteger(input.expMonth) || input.expMonth < 1 || input.expMonth > 12) {
    return { code: 'invalid_expiry_month', param: 'exp_month', message: "Your card's expiration month is invalid." };
  }
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  if (!Number.isInteger(input.expYear) || input.expYear < year || input.expYear > year + 50) {
    return { code: 'invalid_expiry_year', param: 'exp_year', message: "Your card's expiration year is invalid." };
  }
  if (input.expYear === year && input.expMonth < month) {
    return { code: 'invalid_expiry_month', param: 'exp_month', message: "Your card's expiration month is invalid." };
  }
  if (input.cvc !== null && (!/^\d+$/.test(input.cvc) || input.cvc.length !== cvcLength(brandOf(input.number)))) {
    return { code: 'invalid_cvc', param: 'cvc', message: "Your card's security code is invalid." };
  }
  return null;
}
