import { describe, expect, it } from 'vitest';
import { DAY, event, GB, june, JULY, JUNE, lineOf, span } from '#tests/oracle/examples.ts';
import { type Renewal } from './invoice.ts';
import { finalInvoice, billUsage, upcomingInvoice } from '#tests/oracle/whole-results.ts';

const RENEWAL: Renewal = { planId: 'pro', priceCents: 2500, discounts: [], startSeconds: JULY, endSeconds: JULY + 31 * DAY };

describe('the upcoming invoice', () => {
  it('holds the next plan fee in advance and the usage so far', () => {
    const entries = [span('COMPUTE_HOURS_XS', 1, { untilSeconds: JUNE + DAY }), event('EGRESS', 300 * GB)];
    const invoice = upcomingInvoice({ period: june(entries), renewal: RENEWAL, carriedOver: [] }, JUNE + 2 * DAY);
    expect(invoice.lines.map(({ key, amountCents }) => [key, amountCents])).toEqual([
      ['plan', 2500],
      ['COMPUTE_HOURS_XS:primary', 32], // 24 × 0.01344 = 0.32256
      ['compute_credits', -32],
      ['EGRESS:primary', 450],
    ]);
    expect(invoice.amountTotalCents).toBe(2950);
    expect(invoice.lines[0]).toMatchObject({
      description: 'Pro Plan',
      usageBased: false,
      periodStartSeconds: JULY,
      periodEndSeconds: JULY + 31 * DAY,
    });
  });

  it('projects compute, IPv4, custom domain and recovery, and nothing else', () => {
    const metrics = ['COMPUTE_HOURS_SM', 'IPV4', 'CUSTOM_DOMAIN', 'PITR_7', 'LOG_DRAIN', 'AUTH_MFA_PHONE'] as const;
    const running = metrics.map((metric) => ({ metric, projectRef: 'alpha', kind: 'primary' as const, resourceId: 'alpha', quantity: 1 }));
    const entries = [...metrics.map((metric) => span(metric, 1, { untilSeconds: JUNE + DAY })), event('EGRESS', 300 * GB)];
    const invoice = upcomingInvoice({ period: june(entries, { running }), renewal: RENEWAL, carriedOver: [] }, JUNE + DAY);
    // Extrapolated: compute 14.83 - 10, IPv4 3.96, domain 9.86, recovery 98.64. Unchanged: drain 1.97, MFA 2.46, egress 4.50. Plan: 25.
    expect(invoice.amountProjectedCents).toBe(483 + 396 + 986 + 9864 + 197 + 246 + 450 + 2500);
    expect(invoice.amountTotalCents).toBe(0 + 13 + 33 + 329 + 197 + 246 + 450 + 2500);
  });

  it('includes what was carried over, and discounts of the plan', () => {
    const closed = june([event('EGRESS', 300 * GB)], { cycle: { startSeconds: JUNE, endSeconds: JULY, closedAtSeconds: JUNE + 15 * DAY } });
    const carriedOver = billUsage(closed, JULY).lines;
    const renewal = { ...RENEWAL, discounts: [{ key: 'plan', discount: { basisPoints: 2000 } } as const] };
    const invoice = upcomingInvoice({ period: june([], {}), renewal, carriedOver }, JUNE + 20 * DAY);
    expect(lineOf(invoice.lines, 'plan')).toMatchObject({ amountBeforeDiscountCents: 2500, amountCents: 2000 });
    expect(lineOf(invoice.lines, 'EGRESS:primary')).toMatchObject({ amountCents: 1575, periodEndSeconds: JUNE + 15 * DAY }); // (300 - 125) × 0.09
    expect([invoice.amountTotalCents, invoice.amountProjectedCents]).toEqual([3575, 3575]);
  });

  it('has no plan line before Free', () => {
    expect(
      upcomingInvoice({ period: june([]), renewal: { ...RENEWAL, planId: 'free', priceCents: 0 }, carriedOver: [] }, JULY).lines,
    ).toEqual([]);
  });
});

describe('the final invoice', () => {
  it('waits for the end of the cycle', () => {
    const input = { period: june([span('IPV4')]), renewal: RENEWAL, carriedOver: [] };
    expect(finalInvoice(input).amountTotalCents).toBe(2896);
  });

  it('does not take in what was used after the end', () => {
    const entries = [event('EGRESS', 300 * GB, { fromSeconds: JULY }), span('IPV4', 1, { untilSeconds: JULY + 90 * DAY })];
    expect(finalInvoice({ period: june(entries), carriedOver: [] }).lines.map(({ amountCents }) => amountCents)).toEqual([396]);
  });
});
