import { describe, expect, it } from 'vitest';
import { GRACE_DAYS, GRACE_OVER_DAYS, restrictionAt, type RestrictionInput } from './collection.ts';

const day = (days: number): number => days * 86_400;
const nothing: RestrictionInput = {
  exceeded: [],
  exceededSinceSeconds: null,
  quotaCaseSeconds: null,
  quotaCaseViolations: [],
  oldestDueSeconds: null,
};
const overQuota: RestrictionInput = {
  ...nothing,
  exceeded: ['exceed_egress_quota'],
  exceededSinceSeconds: day(102),
  quotaCaseSeconds: day(100),
  quotaCaseViolations: ['exceed_storage_size_quota'],
};
const overdue: RestrictionInput = { ...nothing, oldestDueSeconds: day(100) };

describe('restrictions', () => {
  it('follow a spending limit by the dates of the spend cap, with another label', () => {
    const overLimit: RestrictionInput = { ...nothing, limitExceededSinceSeconds: day(102) };
    expect(restrictionAt(overLimit, day(105))).toMatchObject({ status: null, violations: ['spending_limit_exceeded'] });
    const withCase = { ...overLimit, limitCaseSeconds: day(100) };
    expect(restrictionAt(withCase, day(105))).toEqual({
      status: 'grace_period',
      violations: ['spending_limit_exceeded'],
      gracePeriodEndSeconds: day(100 + GRACE_DAYS),
      nextSeconds: day(100 + GRACE_DAYS),
    });
    expect(restrictionAt(withCase, day(100 + GRACE_DAYS)).status).toBe('grace_period_over');
    expect(restrictionAt(withCase, day(100 + GRACE_DAYS + GRACE_OVER_DAYS)).status).toBe('restricted');
    expect(restrictionAt({ ...withCase, limitExceededSinceSeconds: null }, day(100 + GRACE_DAYS)).status).toBeNull();
    expect(restrictionAt({ ...withCase, oldestDueSeconds: day(70) }, day(105))).toMatchObject({
      status: 'restricted',
      violations: ['spending_limit_exceeded', 'overdue_payment'],
    });
  });

  it('leave alone who exceeds nothing and owes nothing', () => {
    expect(restrictionAt(nothing, day(100))).toEqual({ status: null, violations: null, gracePeriodEndSeconds: null, nextSeconds: null });
  });

  it('only list what the first cycle exceeds', () => {
    expect(restrictionAt({ ...overQuota, quotaCaseSeconds: null }, day(105))).toEqual({
      status: null,
      violations: ['exceed_egress_quota'],
      gracePeriodEndSeconds: null,
      nextSeconds: null,
    });
  });

  it('go on without a list where what is exceeded has no violation of its own', () => {
    const unlisted = { ...overQuota, exceeded: [], quotaCaseViolations: [] };
    expect(restrictionAt({ ...unlisted, quotaCaseSeconds: null }, day(105))).toMatchObject({ status: null, violations: [] });
    expect(restrictionAt(unlisted, day(105))).toMatchObject({ status: 'grace_period', violations: [] });
  });

  it.each([
    [0, 'grace_period', GRACE_DAYS],
    [GRACE_DAYS - 0.001, 'grace_period', GRACE_DAYS],
    [GRACE_DAYS, 'grace_period_over', GRACE_DAYS + GRACE_OVER_DAYS],
    [GRACE_DAYS + GRACE_OVER_DAYS - 0.001, 'grace_period_over', GRACE_DAYS + GRACE_OVER_DAYS],
    [GRACE_DAYS + GRACE_OVER_DAYS, 'restricted', null],
    [400, 'restricted', null],
  ] as const)('are, %f days after a cycle that ended above a quota, %s', (days, status, nextDays) => {
    expect(restrictionAt(overQuota, day(100 + days))).toEqual({
      status,
      violations: ['exceed_egress_quota', 'exceed_storage_size_quota'],
      gracePeriodEndSeconds: day(100 + GRACE_DAYS),
      nextSeconds: nextDays === null ? null : day(100 + nextDays),
    });
  });

  it('give a later excess its second warning from when it began', () => {
    const late = { ...overQuota, exceededSinceSeconds: day(120) };
    expect(restrictionAt(late, day(126)).status).toBe('grace_period_over');
    expect(restrictionAt(late, day(127)).status).toBe('restricted');
  });

  it('rest after the grace period while the running cycle stays within the quotas', () => {
    const within = { ...overQuota, exceeded: [], exceededSinceSeconds: null };
    expect(restrictionAt(within, day(113)).status).toBe('grace_period');
    expect(restrictionAt(within, day(114))).toEqual({ status: null, violations: null, gracePeriodEndSeconds: null, nextSeconds: null });
  });

  it.each([
    [-1, null, null, 0],
    [0, 'grace_period', ['overdue_payment'], GRACE_DAYS],
    [GRACE_DAYS, 'grace_period_over', ['overdue_payment'], GRACE_DAYS + GRACE_OVER_DAYS],
    [GRACE_DAYS + GRACE_OVER_DAYS, 'restricted', ['overdue_payment'], null],
  ] as const)('are, %i days after an unpaid invoice was due, %s', (days, status, violations, nextDays) => {
    expect(restrictionAt(overdue, day(100 + days))).toMatchObject({
      status,
      violations,
      nextSeconds: nextDays === null ? null : day(100 + nextDays),
    });
  });

  it('follow the more severe of two causes and list both', () => {
    const both = { ...overQuota, oldestDueSeconds: day(80) };
    expect(restrictionAt(both, day(104))).toEqual({
      status: 'restricted',
      violations: ['exceed_egress_quota', 'exceed_storage_size_quota', 'overdue_payment'],
      gracePeriodEndSeconds: day(94),
      nextSeconds: day(114),
    });
  });
});
