/** Calculated by hand for one project and the 720 hours of June. */
import { describe, expect, it } from 'vitest';
import { billedCompute } from './compute.ts';
import { amounts, event, GB, span } from '#tests/oracle/examples.ts';
import { METRIC_RULES, type UsageMetric } from './metrics.ts';
import { quotaOf, rateOf } from './rates.ts';
import { unitPriceDescription } from './unit-prices.ts';
import { FIRST_BOOK } from '#tests/oracle/first-book.ts';

const line = (metric: UsageMetric, quantity: number, make = event): number | undefined =>
  amounts([make(metric, quantity)])[`${metric}:primary`];

describe('hours of June', () => {
  it.each([
    ['COMPUTE_HOURS_XS', 968], // 720 × 0.01344 = 9.6768
    ['COMPUTE_HOURS_SM', 1483], // 14.832
    ['COMPUTE_HOURS_MD', 5918], // 59.184
    ['COMPUTE_HOURS_L', 10_922], // 109.224
    ['COMPUTE_HOURS_XL', 20_714], // 207.144
    ['COMPUTE_HOURS_2XL', 40_464], // 404.64
    ['COMPUTE_HOURS_4XL', 95_040], // 950.40
    ['COMPUTE_HOURS_8XL', 184_464], // 1844.64
    ['COMPUTE_HOURS_12XL', 276_192], // 2761.92
    ['COMPUTE_HOURS_16XL', 368_640], // 3686.40
    ['CUSTOM_DOMAIN', 986], // 720 × 0.0137 = 9.864
    ['IPV4', 396], // 3.96
    ['PITR_7', 9864], // 98.64
    ['PITR_14', 19_728], // 197.28
    ['PITR_28', 39_600], // 396.00
    ['LOG_DRAIN', 5918], // 720 × 0.0822 = 59.184
    ['AUTH_MFA_PHONE', 7394], // 720 × 0.1027 = 73.944
    ['AUTH_MFA_WEB_AUTHN', 0],
  ] as const)('%s costs %i cents', (metric, cents) => expect(line(metric, 1, span)).toBe(cents));

  it('COMPUTE_HOURS_BRANCH costs 968 cents', () => {
    expect(amounts([span('COMPUTE_HOURS_BRANCH', 1, { kind: 'branch' })])).toEqual({ 'COMPUTE_HOURS_BRANCH:branch': 968 });
  });
});

describe('levels over June', () => {
  it.each([
    ['DISK_SIZE_GB_HOURS_GP3', 8, 0],
    ['DISK_SIZE_GB_HOURS_GP3', 50, 517], // 42 × 720 × 0.000171 = 5.17104
    ['DISK_SIZE_GB_HOURS_IO2', 100, 1922], // 100 × 720 × 0.000267 = 19.224
    ['DISK_IOPS_GP3', 3000, 0],
    ['DISK_IOPS_GP3', 5000, 4735], // 2000 × 720 × 0.00003288 = 47.3472
    ['DISK_IOPS_IO2', 5000, 58_680], // 5000 × 720 × 0.000163 = 586.80
    ['DISK_THROUGHPUT_GP3', 125, 0],
    ['DISK_THROUGHPUT_GP3', 250, 1170], // 125 × 720 × 0.00013 = 11.70
    ['STORAGE_SIZE', 100 * GB, 0],
    ['STORAGE_SIZE', 200 * GB, 210], // 100 × 0.021
  ] as const)('%s at %i costs %i cents', (metric, level, cents) => expect(line(metric, level, span)).toBe(cents));

  it('never bills database size on a paid plan', () => expect(amounts([span('DATABASE_SIZE', 900 * GB)])).toEqual({}));
});

describe('amounts above the quota of Pro', () => {
  it.each([
    ['EGRESS', 250 * GB, 0],
    ['EGRESS', 300 * GB, 450],
    ['CACHED_EGRESS', 260 * GB, 30],
    ['MONTHLY_ACTIVE_USERS', 100_000, 0],
    ['MONTHLY_ACTIVE_USERS', 102_000, 650],
    ['MONTHLY_ACTIVE_THIRD_PARTY_USERS', 100_002, 1], // 0.0065
    ['MONTHLY_ACTIVE_SSO_USERS', 60, 15],
    ['STORAGE_IMAGES_TRANSFORMED', 100, 0],
    ['STORAGE_IMAGES_TRANSFORMED', 101, 500],
    ['STORAGE_IMAGES_TRANSFORMED', 1100, 500],
    ['STORAGE_IMAGES_TRANSFORMED', 1101, 1000],
    ['REALTIME_PEAK_CONNECTIONS', 500, 0],
    ['REALTIME_PEAK_CONNECTIONS', 501, 1000],
    ['REALTIME_MESSAGE_COUNT', 5_000_000, 0],
    ['REALTIME_MESSAGE_COUNT', 6_000_001, 500],
    ['FUNCTION_INVOCATIONS', 2_000_001, 200],
    ['LOG_DRAIN_EVENTS', 1, 20],
    ['LOG_DRAIN_EVENTS', 1_000_001, 40],
  ] as const)('%s of %i costs %i cents', (metric, quantity, cents) => expect(line(metric, quantity)).toBe(cents));
});

it('has the quotas of Free', () => {
  const quotas = METRIC_RULES.flatMap(({ metric }) =>
    quotaOf(FIRST_BOOK, metric, 'free') === undefined ? [] : [[metric, quotaOf(FIRST_BOOK, metric, 'free')]],
  );
  expect(Object.fromEntries(quotas)).toEqual({
    EGRESS: 5 * GB,
    CACHED_EGRESS: 5 * GB,
    DATABASE_SIZE: GB / 2,
    STORAGE_SIZE: GB,
    MONTHLY_ACTIVE_USERS: 50_000,
    MONTHLY_ACTIVE_THIRD_PARTY_USERS: 50_000,
    FUNCTION_INVOCATIONS: 500_000,
    REALTIME_MESSAGE_COUNT: 2_000_000,
    REALTIME_PEAK_CONNECTIONS: 200,
  });
});

it('prices the largest compute by contract only', () => {
  const largest = METRIC_RULES.filter(({ metric }) => /_(24|48)XL/.test(metric));
  expect(largest).toHaveLength(8);
  for (const { metric } of largest) expect(() => rateOf(FIRST_BOOK, metric, 'pro')).toThrow(/contract pricing/);
  const contract = { unitPrices: { COMPUTE_HOURS_24XL: 768_000_000, COMPUTE_HOURS_48XL_HIGH_MEMORY: 1_536_000_000 } };
  const entries = [span('COMPUTE_HOURS_24XL'), span('COMPUTE_HOURS_48XL_HIGH_MEMORY')];
  expect(amounts(entries, { contract })).toEqual({
    'COMPUTE_HOURS_24XL:primary': 552_960,
    'COMPUTE_HOURS_48XL_HIGH_MEMORY:primary': 1_105_920,
    compute_credits: -1000,
  });
});

it('bills nano as micro, and never pico', () => {
  expect(billedCompute('nano')?.metric).toBe('COMPUTE_HOURS_XS');
  expect(billedCompute('pico')).toBeUndefined();
});

it('says prices in words', () => {
  const say = (metric: UsageMetric, kind: 'primary' | 'replica' = 'primary'): string | undefined =>
    unitPriceDescription(FIRST_BOOK, metric, kind, 'pro');
  expect(say('COMPUTE_HOURS_XS')).toBe('$0.01344 per hour');
  expect(say('EGRESS')).toBe('$0.09 per GB after 250 GB');
  expect(say('MONTHLY_ACTIVE_USERS')).toBe('$0.00325 per MAU after 100,000 MAU');
  expect(say('REALTIME_MESSAGE_COUNT')).toBe('$2.50 per 1,000,000 messages after 5,000,000 messages');
  expect(say('DISK_SIZE_GB_HOURS_GP3')).toBe('$0.000171 per GB-hour after 8 GB per project');
  expect(say('DISK_SIZE_GB_HOURS_GP3', 'replica')).toBe('$0.000171 per GB-hour');
  expect(say('DISK_IOPS_GP3')).toBe('$0.00003288 per IOPS-hour after 3,000 IOPS per project');
  expect(say('AUTH_MFA_PHONE')).toBe('$0.1027 per hour for the first project, $0.0137 per hour for each further');
  expect(say('LOG_DRAIN_EVENTS')).toBe('$0.20 per 1,000,000 events');
  expect(say('DATABASE_SIZE')).toBeUndefined();
  expect(unitPriceDescription(FIRST_BOOK, 'EGRESS', 'primary', 'free')).toBeUndefined();
  expect(unitPriceDescription(FIRST_BOOK, 'EGRESS', 'primary', 'enterprise', { quotas: { EGRESS: null } })).toBe('unlimited');
});
