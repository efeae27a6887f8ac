import { formatCents } from '#lib/money.ts';
import { planNames } from '#lib/plan-names.ts';
import type { PlanId } from '#server/domain/plans.ts';

export const staffWords = {
  credit: (cents: number, reason: string) => `Credit of ${formatCents(cents)}: ${reason}`,
  forgive: (_: number, reason: string) => `Forgiven: ${reason}`,
  write_off: (_: number, reason: string) => `Written off: ${reason}`,
  retry: (_: number, reason: string) => `Payment retried: ${reason}`,
  credit_note: (cents: number, reason: string) => `Credit note of ${formatCents(cents)}: ${reason}`,
  refund: (cents: number, reason: string) => `Refund of ${formatCents(cents)}: ${reason}`,
  plan_change: (_: number, reason: string, what: string) => `${what}: ${reason}`,
  usage: (_: number, reason: string) => `Usage booked after a review: ${reason}`,
  usage_correction: (_: number, reason: string) => `Usage corrected after a review: ${reason}`,
  terms: (_: number, reason: string) => `Contract or discounts changed: ${reason}`,
} as const satisfies Readonly<Record<string, (cents: number, reason: string, what: string) => string>>;

export function planChangeWords({
  plan,
  spend_cap: capOn,
}: {
  readonly plan?: PlanId | undefined;
  readonly spend_cap?: boolean | undefined;
}): string {
  const cap = capOn === undefined ? '' : `spend cap ${capOn ? 'on' : 'off'}`;
  if (plan === undefined) return `Turned the ${cap}`;
  return `Plan changed to ${planNames[plan]}${cap && ` with the ${cap}`}`;
}

export const firstLimits = (personCents: number) => ({
  person: personCents,
  organization: personCents,
  platform: 10 * personCents,
});
