import { describe, expect, it } from 'vitest';
import { ratioToNumber } from '#lib/money-ratio.ts';
import type { BillingPeriod } from './bill.ts';
import { DAY, event, GB, june, JULY, JUNE, span } from '#tests/oracle/examples.ts';
import type { UsageMetric } from './metrics.ts';
import type { UsageEntry } from './usage.ts';
import { type UsageSummary } from './usage-summary.ts';
import { violationsOf } from './violations.ts';
import { summarizeUsage } from '#tests/oracle/whole-results.ts';

const CAPPED = { cap: { initiallyOn: true, changes: [] } };
const FREE = { planId: 'free' } as const;

function summaries(entries: readonly UsageEntry[], changes: Partial<BillingPeriod> = {}, asOf = JULY): Map<UsageMetric, UsageSummary> {
  return new Map(summarizeUsage(june(entries, changes), asOf).map((summary) => [summary.metric, summary]));
}

describe('a summary', () => {
  it('gives use, quota, cost and projects', () => {
    const egress = summaries([event('EGRESS', 200 * GB), event('EGRESS', 100 * GB, { projectRef: 'bravo' })]).get('EGRESS');
    expect(egress).toMatchObject({
      costCents: 450,
      availableInPlan: true,
      capped: false,
      unlimited: false,
      pricingStrategy: 'UNIT',
      exceeded: false,
    });
    expect(egress?.freeUnits && ratioToNumber(egress.freeUnits)).toBe(250 * GB);
    expect(egress?.projectAllocations.map(({ projectRef, usage }) => [projectRef, ratioToNumber(usage)])).toEqual([
      ['alpha', 200 * GB],
      ['bravo', 100 * GB],
    ]);
  });

  it('averages sizes over the time that has passed', () => {
    const size = summaries([span('DATABASE_SIZE', 2 * GB)], FREE, JUNE + 3 * DAY).get('DATABASE_SIZE');
    expect(size && ratioToNumber(size.usage)).toBe(2 * GB);
  });

  it('adds the kinds of a resource up, with hours', () => {
    const hours = summaries([span('IPV4'), span('IPV4', 1, { kind: 'replica', resourceId: 'replica' })]).get('IPV4');
    expect(hours).toMatchObject({ costCents: 792, projectAllocations: [{ projectRef: 'alpha', hours: 1440 }] });
  });

  it('keeps costs that an invoice of the cycle has taken', () => {
    const invoiced = [{ key: 'EGRESS:primary', amountCents: 450, amountBeforeDiscountCents: 450, breakdown: [] } as const];
    expect(summaries([event('EGRESS', 300 * GB)], { invoiced }).get('EGRESS')?.costCents).toBe(450);
  });

  it('knows what is unlimited, missing and how it is priced', () => {
    const paid = summaries([]);
    expect(paid.get('DATABASE_SIZE')).toMatchObject({ unlimited: true, freeUnits: null, pricingStrategy: 'NONE' });
    expect(['AUTH_MFA_PHONE', 'FUNCTION_INVOCATIONS'].map((metric) => paid.get(metric as UsageMetric)?.pricingStrategy)).toEqual([
      'TIERED',
      'PACKAGE',
    ]);
    expect(paid.has('COMPUTE_HOURS_XS')).toBe(false);
    const free = summaries([], FREE);
    expect(
      ['EGRESS', 'MONTHLY_ACTIVE_SSO_USERS', 'STORAGE_IMAGES_TRANSFORMED'].map(
        (metric) => free.get(metric as UsageMetric)?.availableInPlan,
      ),
    ).toEqual([true, false, false]);
    const contract = { quotas: { EGRESS: null } };
    expect(summaries([event('EGRESS', 9e14)], { contract, ...CAPPED }).get('EGRESS')).toMatchObject({
      unlimited: true,
      capped: false,
      exceeded: false,
      costCents: 0,
    });
  });
});

describe('exceeded limits', () => {
  it('are quotas that are passed, not reached', () => {
    expect(summaries([event('EGRESS', 5 * GB)], FREE).get('EGRESS')?.exceeded).toBe(false);
    expect(summaries([event('EGRESS', 5 * GB + 1)], FREE).get('EGRESS')?.exceeded).toBe(true);
  });

  it('exist where use is capped only, and never for gp3 disk', () => {
    const entries = [event('EGRESS', 300 * GB), span('DISK_SIZE_GB_HOURS_GP3', 50)];
    expect([...summaries(entries).values()].filter(({ exceeded }) => exceeded)).toEqual([]);
    const capped = summaries(entries, CAPPED);
    expect(capped.get('DISK_SIZE_GB_HOURS_GP3')).toMatchObject({ capped: true, exceeded: false });
    expect(capped.get('EGRESS')).toMatchObject({ capped: true, exceeded: true });
  });

  it('are violations, each named once', () => {
    const entries = [
      event('EGRESS', 6 * GB),
      event('CACHED_EGRESS', 6 * GB),
      span('DATABASE_SIZE', GB),
      span('STORAGE_SIZE', 2 * GB),
      event('FUNCTION_INVOCATIONS', 500_001),
      event('MONTHLY_ACTIVE_USERS', 50_001),
      event('REALTIME_PEAK_CONNECTIONS', 201),
      event('REALTIME_MESSAGE_COUNT', 2_000_001),
    ];
    expect(violationsOf([...summaries(entries, FREE).values()])).toEqual([
      'exceed_db_size_quota',
      'exceed_egress_quota',
      'exceed_edge_functions_invocations_quota',
      'exceed_monthly_active_users_quota',
      'exceed_realtime_connection_count_quota',
      'exceed_realtime_message_count_quota',
      'exceed_storage_size_quota',
    ]);
    expect(violationsOf([...summaries([], FREE).values()])).toBeNull();
  });

  it.each([
    ['STORAGE_IMAGES_TRANSFORMED', 101, CAPPED],
    ['LOG_DRAIN_EVENTS', 1, FREE],
  ] as const)('are there for %s too, for which no violation is named', (metric, quantity, terms) => {
    expect(violationsOf([...summaries([event(metric, quantity)], terms).values()])).toEqual([]);
    expect(violationsOf([...summaries([event(metric, quantity - 1)], terms).values()])).toBeNull();
  });
});
