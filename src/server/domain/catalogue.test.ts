import { describe, expect, it } from 'vitest';
import { ADDON_VARIANTS, addonHourlyDollars, findAddonVariant } from './addons.ts';
import { changeDirection, planOfTier, planPriceCents, TIERS, tierOf } from './plans.ts';
import { usageProblem } from './usage.ts';
import { FIRST_BOOK } from '#tests/oracle/first-book.ts';

describe('plans', () => {
  it('map to tiers and back', () => {
    for (const tier of TIERS) {
      const { planId, spendCapOn } = planOfTier(tier);
      expect(tierOf(planId, spendCapOn)).toBe(tier);
    }
  });

  it('have a fixed order and prices', () => {
    expect([changeDirection('free', 'pro'), changeDirection('enterprise', 'team'), changeDirection('pro', 'pro')]).toEqual([
      'upgrade',
      'downgrade',
      undefined,
    ]);
    expect([
      planPriceCents(FIRST_BOOK, 'free'),
      planPriceCents(FIRST_BOOK, 'pro'),
      planPriceCents(FIRST_BOOK, 'team'),
      planPriceCents(FIRST_BOOK, 'enterprise', 1),
    ]).toEqual([0, 2500, 59_900, 1]);
  });
});

describe('add-on variants', () => {
  it('know their metric and price', () => {
    expect(findAddonVariant('ci_2xlarge')).toMatchObject({
      type: 'compute_instance',
      metric: 'COMPUTE_HOURS_2XL',
      size: '2xlarge',
    });
    expect(FIRST_BOOK.addonMonthlyDollars.get('ci_2xlarge')).toBe(410);
    const hourly = ['ci_micro', 'pitr_28', 'ipv4_default', 'auth_mfa_phone_default', 'auth_mfa_web_authn_default'];
    expect(
      hourly.map(
        (identifier) =>
          ADDON_VARIANTS.filter((variant) => variant.identifier === identifier).map((variant) =>
            addonHourlyDollars(FIRST_BOOK, variant),
          )[0],
      ),
    ).toEqual([0.01344, 0.55, 0.0055, 0.1027, 0]);
    expect(findAddonVariant('ci_pico')).toBeUndefined();
    expect(ADDON_VARIANTS).toHaveLength(18 + 8);
  });
});

describe('a usage record', () => {
  const context = {
    nowSeconds: 10_000,
    clockAheadSeconds: 300,
    openFromSeconds: 1000,
    projectRefs: new Set(['alpha']),
    missingPrice: () => null,
  };
  const good = { projectRef: 'alpha', metric: 'EGRESS', fromSeconds: 5000, untilSeconds: 5000, quantity: 1 };

  it('is counted when it is sound', () => {
    expect(usageProblem(good, context)).toBeUndefined();
    expect(usageProblem({ ...good, metric: 'IPV4', untilSeconds: 10_300 }, context)).toBeUndefined();
    expect(usageProblem({ ...good, fromSeconds: 10_300 }, context)).toBeUndefined();
    expect(usageProblem({ ...good, quantity: 0, fromSeconds: 1000 }, context)).toBeUndefined();
  });

  it.each([
    [{ metric: 'EGRES' }, 'unknown_metric', 'metric'],
    [{ metric: '__proto__' }, 'unknown_metric', 'metric'],
    [{ projectRef: 'other' }, 'unknown_project', 'project_ref'],
    [{ quantity: -1 }, 'negative_quantity', 'quantity'],
    [{ quantity: 1.5 }, 'invalid_quantity', 'quantity'],
    [{ quantity: 1e15 + 1 }, 'quantity_too_large', 'quantity'],
    [{ fromSeconds: 5000.5 }, 'invalid_time', 'at'],
    [{ fromSeconds: 999 }, 'late', 'at'],
    [{ fromSeconds: 10_301 }, 'future', 'at'],
    [{ metric: 'STORAGE_SIZE' }, 'invalid_span', 'until'],
    [{ metric: 'IPV4', untilSeconds: 10_301 }, 'future', 'until'],
    [{ metric: 'IPV4', fromSeconds: 10_301 }, 'future', 'at'],
  ])('%j is refused as %s, naming %s', (change, code, field) => {
    expect(usageProblem({ ...good, ...change }, context)).toMatchObject({ code, field });
  });

  it('gets a hint if its time is in milliseconds', () => {
    const hint = 'The time lies in the future. It looks like milliseconds: send unix seconds';
    expect(usageProblem({ ...good, fromSeconds: 1_780_228_800_000 }, context)?.message).toBe(hint);
    expect(usageProblem({ ...good, metric: 'IPV4', fromSeconds: 1_780_228_800_000 }, context)?.message).toBe(hint);
    expect(usageProblem({ ...good, fromSeconds: 20_000 }, context)?.message).toBe('The time lies in the future');
  });

  it('names the end that a span lacks', () => {
    expect(usageProblem({ ...good, metric: 'IPV4' }, context)?.message).toContain('"until" must be whole unix seconds after "at"');
  });

  it('is refused where its price is by contract and the organization has none', () => {
    const checkedUsage: unknown[] = [];
    const missingPrice = (usage: unknown) => (checkedUsage.push(usage), { contractFromSeconds: null });
    const record = { ...good, metric: 'COMPUTE_HOURS_24XL', untilSeconds: 6000 };
    expect(usageProblem(record, { ...context, missingPrice })).toEqual({
      code: 'price_by_contract',
      field: 'metric',
      message: '24XL Compute has contract pricing only, and this organization has none',
    });
    expect(checkedUsage).toEqual([{ metric: 'COMPUTE_HOURS_24XL', fromSeconds: 5000, untilSeconds: 6000 }]);
  });
});
