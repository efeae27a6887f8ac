import { formatCents } from '#lib/money.ts';

/** What staff did to money, as members read it. */
export const staffWords = {
  credit: (cents: number, reason: string) => `Credit of ${formatCents(cents)}: ${reason}`,
  forgive: (_: number, reason: string) => `Forgiven: ${reason}`,
  write_off: (_: number, reason: string) => `Written off: ${reason}`,
  retry: (_: number, reason: string) => `Payment retried: ${reason}`,
  credit_note: (cents: number, reason: string) => `Credit note of ${formatCents(cents)}: ${reason}`,
  refund: (cents: number, reason: string) => `Refund of ${formatCents(cents)}: ${reason}`,
} as const satisfies Readonly<Record<string, (cents: number, reason: string) => string>>;
