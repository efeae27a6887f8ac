import { describe, expect, it } from 'vitest';
import { computeLine, creditsLine, egressLine, planLine, readExample, usageDerivation } from './examples.test-support.ts';
import type { LooseLine } from './lines.ts';
import { recomputeLine } from './recompute.ts';
import { workingSummary } from './working.ts';
import { workingRows } from './working-rows.ts';

const rows = (line: LooseLine): string[] => {
  const found = readExample(line);
  const recomputed = recomputeLine(found);
  return recomputed === null ? [] : workingRows(found, recomputed).map(({ term, value }) => `${term}: ${value}`);
};
const summary = (line: LooseLine): string => workingSummary(readExample(line), recomputeLine(readExample(line)));

describe('recomputing a line', () => {
  it('finds the amount from quantities and price', () => {
    expect(recomputeLine(readExample(egressLine()))).toMatchObject({ cents: 1492, agrees: true });
  });

  it('finds both amounts of a discounted line', () => {
    const line = egressLine({ amount: 11.93, derivation: usageDerivation({ discount: [{ basis_points: 2000 }] }), breakdown: null });
    expect(recomputeLine(readExample(line))).toMatchObject({ cents: 1193, centsBeforeDiscount: 1492, agrees: true });
  });

  it('counts a started package in full', () => {
    const step = { billable: '2157356', unit_price: 2, per_units: 1_000_000, whole_packages: true };
    const derivation = usageDerivation({ unit: 'count', used: '4157356', included: '2000000', billable: '2157356', steps: [step] });
    expect(
      recomputeLine(
        readExample(
          egressLine({ usage_metric: 'FUNCTION_INVOCATIONS', amount: 6, amount_before_discount: 6, breakdown: null, derivation }),
        ),
      ),
    ).toMatchObject({
      cents: 600,
      agrees: true,
    });
  });

  it('takes off what was invoiced', () => {
    const derivation = usageDerivation({ invoiced: { amount: 4, amount_before_discount: 4 } });
    const line = readExample(egressLine({ amount: 10.92, amount_before_discount: 10.92, breakdown: null, derivation }));
    expect(recomputeLine(line)?.agrees).toBe(true);
    expect(workingSummary(line, recomputeLine(line))).toMatch(/ \u00d7 \$0\.09 \u2212 \$4\.00 invoiced earlier$/);
    // After a correction, usage can be within the quota, so the line only deducts the amount that was invoiced earlier.
    const none = usageDerivation({ used: '1', billable: '0', steps: [], invoiced: { amount: 4, amount_before_discount: 4 } });
    const credit = readExample(egressLine({ amount: -4, amount_before_discount: -4, breakdown: null, derivation: none }));
    expect(workingSummary(credit, recomputeLine(credit))).toMatch(/^within the included .* \u2212 \$4\.00 invoiced earlier$/);
  });

  it('recomputes the credits from what was used of them', () => {
    const derivation = usageDerivation({ unit: 'cents', used: '1000', included: '1000', billable: '0', unit_price: null, steps: [] });
    expect(recomputeLine(readExample({ ...creditsLine(-10), derivation }))).toMatchObject({ cents: -1000, agrees: true });
    expect(recomputeLine(readExample({ ...creditsLine(-12), derivation: { ...derivation, used: '1200' } }))?.agrees).toBe(false);
  });

  it.each([
    ['the amount', egressLine({ amount: 14.93 })],
    ['the amount before the discount', egressLine({ amount_before_discount: 15 })],
    ['the billable quantity', egressLine({ derivation: usageDerivation({ billable: '165735537195' }) })],
    [
      'the quantity that is priced',
      egressLine({ derivation: usageDerivation({ steps: [{ billable: '1', unit_price: 0.09, per_units: 1, whole_packages: false }] }) }),
    ],
    ["the projects' parts", egressLine({ breakdown: [{ project_ref: 'a', project_name: 'a', usage: 1, amount: 14.9 }] })],
  ])('notices that %s does not fit', (_, line) => {
    expect(recomputeLine(readExample(line))?.agrees).toBe(false);
  });

  it('does not miss projects that have not been read yet', () => {
    expect(recomputeLine(readExample(egressLine({ breakdown: [], breakdown_count: 3, breakdown_cursor: '0_a' })))?.agrees).toBe(true);
  });

  it('gives nothing where there is nothing to compute from', () => {
    expect(recomputeLine(readExample(planLine()))).toBeNull();
    expect(recomputeLine(readExample(egressLine({ derivation: usageDerivation({ used: 'many' }) })))).toBeNull();
    expect(
      recomputeLine(
        readExample(
          egressLine({
            derivation: usageDerivation({ steps: [{ billable: '1', unit_price: 1e-12, per_units: 1, whole_packages: false }] }),
          }),
        ),
      ),
    ).toBeNull();
  });
});

describe('the working', () => {
  it('goes from what was used to the amount', () => {
    expect(rows(egressLine())).toEqual([
      'Used in this cycle: 415.74 GB',
      'Included in the plan: − 250.00 GB',
      'Charged for: = 165.74 GB',
      'Price per GB: × $0.09',
      'Before rounding: = $14.91619835',
      'Rounded once, to the cent: = $14.92',
    ]);
  });

  it('says what a discount and an earlier invoice took off, and why something is not charged', () => {
    const derivation = usageDerivation({
      uncharged: '65735537194',
      billable: '100000000000',
      steps: [{ billable: '100000000000', unit_price: 0.09, per_units: 1e9, whole_packages: false }],
      discount: [{ basis_points: 1250 }, { amount: 1 }],
      invoiced: { amount: 2, amount_before_discount: 2 },
      prorated: { lasted_seconds: 12.5 * 86_400, length_seconds: 30 * 86_400 },
    });
    expect(rows(egressLine({ derivation }))).toEqual([
      'Used in this cycle: 415.74 GB',
      'Included for 12.5 of 30 days: − 250.00 GB',
      'Not charged, because of the spend cap or a spending limit: − 65.74 GB',
      'Charged for: = 100.00 GB',
      'Price per GB: × $0.09',
      'Before rounding: = $9',
      'Discount: − 12.5%',
      'Discount: − $1.00',
      'After the discount: = $6.875',
      'On an earlier invoice of this cycle: − $2.00',
      'Rounded once, to the cent: = $4.88',
    ]);
  });

  it('names packages and several prices', () => {
    const step = (billable: string, price: number, perUnits = 1, wholePackages = false) => ({
      billable,
      unit_price: price,
      per_units: perUnits,
      whole_packages: wholePackages,
    });
    const messages = usageDerivation({
      unit: 'count',
      used: '7275373',
      included: '5000000',
      billable: '2275373',
      steps: [step('2275373', 2.5, 1_000_000, true)],
    });
    expect(rows(egressLine({ usage_metric: 'REALTIME_MESSAGE_COUNT', derivation: messages }))).toContain(
      '3 started packages of 1,000,000: × $2.50',
    );
    expect(summary(egressLine({ usage_metric: 'REALTIME_MESSAGE_COUNT', derivation: messages }))).toBe('3 × $2.50 per 1,000,000');
    const phone = usageDerivation({
      unit: 'hours',
      used: '1000',
      included: '0',
      billable: '1000',
      steps: [step('600', 0.1027), step('400', 0.0137)],
    });
    const line = egressLine({ usage_metric: 'AUTH_MFA_PHONE', derivation: phone });
    expect(rows(line)).toContain('600 hours at a price per hour: × $0.1027');
    expect(summary(line)).toBe('600 hours × $0.1027 + 400 hours × $0.0137');
  });
});

describe('the summary beside a line', () => {
  it('is the arithmetic in short', () => {
    expect(summary(egressLine())).toBe('165.74 GB × $0.09');
  });

  it('says why nothing is charged', () => {
    const within = usageDerivation({
      used: '1000000000',
      billable: '0',
      steps: [{ billable: '0', unit_price: 0.09, per_units: 1e9, whole_packages: false }],
    });
    expect(summary(egressLine({ amount: 0, derivation: within }))).toBe('within the included 250.00 GB');
    expect(summary(egressLine({ derivation: usageDerivation({ billable: '0', uncharged: '165735537194' }) }))).toBe(
      'not charged: spend cap or limit',
    );
    expect(summary(egressLine({ derivation: usageDerivation({ included: null }) }))).toBe('unlimited');
  });

  it('is in dollars for credits, whole cycle or part of one', () => {
    const derivation = usageDerivation({ unit: 'cents', used: '323', included: '367', billable: '0', unit_price: null, steps: [] });
    expect(summary({ ...creditsLine(-3.23), derivation })).toBe('$3.23 used of $3.67');
    expect(summary({ ...creditsLine(-3.23), id: 'compute_credits.1780272000', proration: true, derivation })).toBe('$3.23 used of $3.67');
  });

  it('is the price in words where there is no derivation', () => {
    expect(summary(computeLine('SM', [], { unit_price_desc: '$0.0206 per hour' }))).toBe('$0.0206 per hour');
    expect(summary(planLine())).toBe('$25.00 per month');
  });
});
