const withoutMinor = ['jpy'];

/** Formats an amount in minor units, as in `$72.18`. */
export function moneyText(amount: number, currency: string): string {
  const whole = withoutMinor.includes(currency);
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(whole ? amount : amount / 100);
}

/** Formats a time in Unix milliseconds, as in `21 Nov 2026, 09:30 UTC`. */
export function timeText(ms: number): string {
  const text = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'UTC',
  }).format(ms);
  return `${text} UTC`;
}

const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export const brandText = (brand: string): string => brandNames[brand] ?? 'Card';
