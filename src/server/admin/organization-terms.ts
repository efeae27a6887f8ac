import type { AdminShape } from '#contract/admin/admin-types.ts';
import type { FieldError } from '#lib/call-error.ts';
import { dollarsFromMicrocents, microcentsFromDollars } from '#lib/money.ts';
import { findMetric, type UsageMetric } from '#server/domain/metrics.ts';
import type { LineKey } from '#server/domain/lines.ts';
import { printingProblems } from '#server/domain/printing/unprintable-letters.ts';
import type { PlanId } from '#server/domain/plans.ts';
import type { ContractTerms } from '#server/domain/rates.ts';
import { invalidRequest, PlatformError } from '#server/platform-error.ts';
import type { DiscountTerms } from '#server/store/provisioning/organizations.ts';

type ContractInput = AdminShape<'ContractInput'>;
type DiscountInput = AdminShape<'DiscountInput'>;

export const ruleFailure = (path: string, message: string): PlatformError =>
  new PlatformError('rule_violated', message, { fields: [{ path, message }] });

/** Skips texts that are equal to a stored text. @throws {PlatformError} 400 naming the fields with letters that documents cannot print */
export function requirePrinted(texts: Parameters<typeof printingProblems>[0], stored: Parameters<typeof printingProblems>[1] = []): void {
  const [problem, ...others] = printingProblems(texts, stored);
  if (problem) throw invalidRequest([problem, ...others]);
}

function knownMetric(name: string, path: string): UsageMetric {
  const rules = findMetric(name);
  if (!rules) throw invalidRequest([{ path, message: 'is not a metric' }]);
  return rules.metric;
}

function microcentsOf(dollars: string | number, path: string): number {
  try {
    return microcentsFromDollars(dollars);
  } catch {
    throw invalidRequest([{ path, message: 'must be dollars with at most eight decimal places' }]);
  }
}

export function contractOf(input: ContractInput): ContractTerms {
  const { plan_price_cents: planPrice, unit_prices: prices, quotas } = input;
  const each = <T, U>(values: Readonly<Record<string, T>>, part: string, read: (value: T, path: string) => U) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const path = `body.contract.${part}.${name}`;
        return [knownMetric(name, path), read(value, path)];
      }),
    );
  return {
    ...(planPrice === undefined ? {} : { planPriceCents: planPrice }),
    ...(prices === undefined ? {} : { unitPrices: each(prices, 'unit_prices', microcentsOf) }),
    ...(quotas === undefined ? {} : { quotas: each(quotas, 'quotas', (value) => value) }),
  };
}

export function contractView(terms: ContractTerms | null): AdminShape<'AdminOrganization'>['contract'] {
  if (terms === null) return null;
  const { planPriceCents, unitPrices, quotas } = terms;
  const dollars = Object.entries(unitPrices ?? {}).map(([name, microcents]) => [name, dollarsFromMicrocents(microcents)]);
  return {
    ...(planPriceCents === undefined ? {} : { plan_price_cents: planPriceCents }),
    ...(unitPrices === undefined ? {} : { unit_prices: Object.fromEntries(dollars) as Record<string, number> }),
    ...(quotas === undefined ? {} : { quotas: { ...quotas } }),
  };
}

export function capOfPlan(plan: PlanId, requestedCap: boolean | undefined): boolean {
  if (plan === 'pro') return requestedCap ?? true;
  const isOn = plan === 'free';
  if (requestedCap !== undefined && requestedCap !== isOn)
    throw ruleFailure(
      'body.spend_cap',
      plan === 'free' ? 'The Free Plan charges for no usage, so its spend cap is always on' : 'Only the Pro Plan has a spend cap to choose',
    );
  return isOn;
}

function lineOf(line: string, path: string): LineKey {
  const [metric = ''] = line.split(':');
  if (line !== 'plan') knownMetric(metric, path);
  return line as LineKey;
}

/** @param fromSeconds the start time of a discount that has no `starts_at` */
export function discountTerms(input: readonly DiscountInput[], fromSeconds: number): DiscountTerms[] {
  return input.map(({ line, percent, amount_cents: amount, starts_at: startsAt = fromSeconds, ends_at: endsAt = null }, index) => {
    const path = `body.discounts.${index}`;
    const basisPoints = percent === undefined ? null : Math.round(percent * 100);
    if (basisPoints !== null && Math.abs(basisPoints - (percent ?? 0) * 100) > 1e-6)
      throw invalidRequest([{ path: `${path}.percent`, message: 'must have at most two decimal places' } satisfies FieldError]);
    if (endsAt !== null && endsAt <= startsAt) throw invalidRequest([{ path: `${path}.ends_at`, message: 'must be after starts_at' }]);
    return { line: lineOf(line, `${path}.line`), basisPoints, amountCents: amount ?? null, startsAt, endsAt };
  });
}

export const discountView = ({ line, basisPoints, amountCents, startsAt, endsAt }: DiscountTerms) => ({
  line,
  ...(basisPoints === null ? {} : { percent: basisPoints / 100 }),
  ...(amountCents === null ? {} : { amount_cents: amountCents }),
  starts_at: startsAt,
  ends_at: endsAt,
});
