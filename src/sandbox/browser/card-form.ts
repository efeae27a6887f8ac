import { brandOf, cvcLength, numberLengths, passesLuhn } from '#sandbox/cards/card-input.ts';

export interface CardText {
  number: string;
  expiry: string;
  cvc: string;
  country: string;
  postalCode: string;
}

export type CardField = 'number' | 'expiry' | 'cvc' | 'postalCode';

export interface FieldProblem {
  field: CardField;
  code: string;
  message: string;
}

export interface CardRules {
  nowMs: number;
  postalCodeRequired: boolean;
}

/** Converts full-width digits, letters and signs of East Asian keyboards to ASCII. */
export const plainText = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ');

export const digitsOf = (text: string): string => plainText(text).replace(/\D/g, '');

/** The card network checks the postal code only in these countries; elsewhere the postal code is optional. */
const postalCountries = ['US', 'GB', 'CA'];
export const needsPostalCode = (country: string): boolean => postalCountries.includes(country);

export function readExpiry(typed: string): { month: number; year: number } | null {
  const text = plainText(typed);
  const match = /^\s*(\d{1,2})\s*[/ -]\s*(\d{2}|\d{4})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2}|\d{4})\s*$/.exec(text);
  if (!match) return null;
  const year = Number(match[2]);
  return { month: Number(match[1]), year: year < 100 ? 2000 + year : year };
}

export function cardProblems(text: CardText, rules: CardRules): FieldProblem[] {
  const found = [numberProblem(text), expiryProblem(text, rules.nowMs), cvcProblem(text), postalProblem(text, rules)];
  return found.filter((problem) => problem !== null);
}

export const isEmpty = (text: CardText): boolean => text.number === '' && text.expiry === '' && text.cvc === '';

function numberProblem({ number }: CardText): FieldProblem | null {
  const digits = digitsOf(number);
  const lengths = numberLengths(brandOf(digits));
  if (digits.length < Math.min(...lengths))
    return { field: 'number', code: 'incomplete_number', message: 'Your card number is incomplete.' };
  if (!lengths.includes(digits.length) || !passesLuhn(digits))
    return { field: 'number', code: 'invalid_number', message: 'Your card number is invalid.' };
  return null;
}

function expiryProblem({ expiry }: CardText, nowMs: number): FieldProblem | null {
  const read = readExpiry(expiry);
  if (!read) return { field: 'expiry', code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  if (read.month < 1 || read.month > 12)
    return { field: 'expiry', code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." };
  if (read.year < year)
    return { field: 'expiry', code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." };
  if (read.year === year && read.month < month)
    return { field: 'expiry', code: 'invalid_expiry_month_past', message: "Your card's expiration date is in the past." };
  if (read.year > year + 50) return { field: 'expiry', code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." };
  return null;
}

function cvcProblem({ number, cvc }: CardText): FieldProblem | null {
  const digits = digitsOf(cvc);
  if (digits.length !== cvc.trim().length) return { field: 'cvc', code: 'invalid_cvc', message: "Your card's security code is invalid." };
  const length = cvcLength(brandOf(digitsOf(number)));
  if (digits.length < length) return { field: 'cvc', code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
  return digits.length > length ? { field: 'cvc', code: 'invalid_cvc', message: "Your card's security code is invalid." } : null;
}

function postalProblem({ country, postalCode }: CardText, { postalCodeRequired }: CardRules): FieldProblem | null {
  if (!postalCodeRequired || !needsPostalCode(country)) return null;
  const code = plainText(postalCode).trim();
  const complete = country === 'US' ? /^\d{5}(-?\d{4})?$/.test(code) : code.length >= 5;
  return complete
    ? null
    : {
        field: 'postalCode',
        code: 'incomplete_zip',
        message: country === 'US' ? 'Your ZIP code is incomplete.' : 'Your postal code is incomplete.',
      };
}

export function groupNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  if (brandOf(digits) === 'amex')
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter((part) => part !== '').join(' ');
  return digits.match(/.{1,4}/g)?.join(' ') ?? '';
}

export function formatExpiry(typed: string): string {
  const text = plainText(typed);
  const digits = digitsOf(text);
  if (/[/ -]/.test(text) || digits.length === 0) return text;
  const month = Number(digits[0]) > 1 ? `0${digits}` : digits;
  return month.length > 2 ? `${month.slice(0, 2)} / ${month.slice(2, 6)}` : month;
}
