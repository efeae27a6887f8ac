import { describe, expect, it } from 'vitest';
import { restrictionOf } from './restriction.ts';
import { restrictionWords } from './restriction-messages.ts';

const data = { violations: ['exceed_egress_quota' as const], grace_period_end: Date.UTC(2026, 1, 3) / 1000 };
const words = (facts: Partial<Parameters<typeof restrictionWords>[0]> = {}) =>
  restrictionWords({ restriction: 'grace_period', data, isFree: true, cycleEndSeconds: Date.UTC(2026, 1, 28) / 1000, ...facts });

describe('which banner', () => {
  it('is none without restriction data, even with a status', () => {
    expect(restrictionOf({ restriction_status: null, restriction_data: null })).toBeNull();
    expect(restrictionOf({ restriction_status: 'restricted', restriction_data: null })).toBeNull();
  });

  it('is the status, or exceeded limits where there is none yet', () => {
    expect(restrictionOf({ restriction_status: null, restriction_data: data })).toBe('exceededLimits');
    for (const status of ['grace_period', 'grace_period_over', 'restricted'] as const) {
      expect(restrictionOf({ restriction_status: status, restriction_data: data })).toBe(status);
    }
  });
});

describe('its words', () => {
  it('begin with how serious it is', () => {
    for (const restriction of ['exceededLimits', 'grace_period', 'grace_period_over'] as const) {
      expect(words({ restriction }).title).toMatch(/^Warning: /);
    }
    expect(words({ restriction: 'restricted' }).title).toMatch(/^Restricted: /);
  });

  it('name the dates in full', () => {
    expect(words().title).toBe('Warning: your grace period ends on Feb 03, 2026');
    expect(words().next).toMatch(/^After Feb 03, 2026 the Fair Use Policy applies/);
    expect(words({ restriction: 'exceededLimits' }).next).toContain('billing cycle on Feb 28, 2026');
    expect(words({ restriction: 'grace_period_over' }).now).toContain('ended on Feb 03, 2026');
    expect(words({ restriction: 'restricted' }).next).toContain('resets on Feb 28, 2026');
  });

  it('do without dates that nobody knows', () => {
    const unknown = { data: { ...data, grace_period_end: null }, cycleEndSeconds: null };
    for (const restriction of ['exceededLimits', 'grace_period', 'grace_period_over', 'restricted'] as const) {
      const { title, now, next } = words({ ...unknown, restriction });
      expect([title, now, next].join(' ')).not.toMatch(/null|undefined|Unknown date|\d{4}/);
    }
  });

  it('tell an overdue payment from exceeded usage, and both at once', () => {
    expect(words({ data: { ...data, violations: ['overdue_payment'] } }).now).toContain('invoices that are overdue');
    expect(words({ data: { ...data, violations: ['overdue_payment'] } }).next).toMatch(/To avoid this, pay the outstanding invoices\.$/);
    const both = { data: { ...data, violations: ['exceed_egress_quota' as const, 'overdue_payment' as const] }, isFree: false };
    expect(words(both).next).toMatch(/disable the spend cap and pay the outstanding invoices\.$/);
  });
});
