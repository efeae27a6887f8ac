import { invalidRequest } from '#sandbox/api/problem.ts';

/** Minimum amount of a charge per currency, in minor units. */
const smallest: Record<string, number> = {
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  dkk: 250,
  eur: 50,
  gbp: 30,
  jpy: 50,
  nok: 300,
  nzd: 50,
  pln: 200,
  sek: 300,
  sgd: 50,
  usd: 50,
};
const largest = 99_999_999;

export function currencyOf(code: string): string {
  const currency = code.toLowerCase();
  if (!Object.hasOwn(smallest, currency)) {
    throw invalidRequest(`Invalid currency: ${code}. This sandbox supports these currencies: ${Object.keys(smallest).join(', ')}`, {
      param: 'currency',
    });
  }
  return currency;
}

export function amountOf(amount: number, currency: string): number {
  const least = smallest[currency] ?? 50;
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', { code: 'parameter_invalid_integer', param: 'amount' });
  if (amount < least)
    throw invalidRequest(`Amount must be at least ${least} in minor units of ${currency}.`, { code: 'amount_too_small', param: 'amount' });
  if (amount > largest)
    throw invalidRequest(`Amount must be no more than ${largest} in minor units of ${currency}.`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  return amount;
}
