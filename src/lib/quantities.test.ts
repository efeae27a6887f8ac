import { describe, expect, it } from 'vitest';
import { formatPricedQuantity, formatQuantity, formatUsageEntry, unitOf } from './quantities.ts';

describe('units', () => {
  it.each(['DATABASE_SIZE', 'EGRESS', 'CACHED_EGRESS', 'STORAGE_SIZE'])('%s is in GB', (metric) => {
    expect(unitOf(metric)).toBe('GB');
  });

  it.each([
    'COMPUTE_HOURS_BRANCH',
    'COMPUTE_HOURS_48XL_HIGH_MEMORY',
    'CUSTOM_DOMAIN',
    'IPV4',
    'PITR_7',
    'LOG_DRAIN',
    'AUTH_MFA_PHONE',
    'AUTH_MFA_WEB_AUTHN',
  ])('%s is in hours', (metric) => {
    expect(unitOf(metric)).toBe('hours');
  });

  it('takes an unknown metric for a count', () => {
    expect(formatQuantity('QUANTUM_FLUX', 1234)).toBe('1,234');
    expect(formatQuantity(null, 2)).toBe('2');
  });
});

it('prints gigabytes with two decimals, and says when it is less than that', () => {
  expect(formatQuantity('EGRESS', 391_200_000_000)).toBe('391.20 GB');
  expect(formatQuantity('EGRESS', 9_999_999)).toBe('<0.01 GB');
  expect(formatQuantity('EGRESS', 0)).toBe('0.00 GB');
  expect(formatPricedQuantity('EGRESS', 0.001)).toBe('<0.01 GB');
  expect(formatPricedQuantity('IPV4', 1)).toBe('1 hour');
});

describe('the hours of a project', () => {
  it('are shown beside the quantity that came about in them', () => {
    expect(formatUsageEntry('DISK_SIZE_GB_HOURS_GP3', { usage: 3648, hours: 456, count: 1 })).toBe('3,648 GB-hours (456 hours)');
    expect(formatUsageEntry('IPV4', { usage: 912, hours: 912, count: 2 })).toBe('912 hours (2 resources, 912 hours)');
  });

  it('are not repeated where they are the quantity', () => {
    expect(formatUsageEntry('IPV4', { usage: 456, hours: 456 })).toBe('456 hours');
  });

  it.each([
    'FUNCTION_INVOCATIONS',
    'LOG_DRAIN_EVENTS',
    'MONTHLY_ACTIVE_USERS',
    'MONTHLY_ACTIVE_SSO_USERS',
    'MONTHLY_ACTIVE_THIRD_PARTY_USERS',
    'REALTIME_MESSAGE_COUNT',
    'REALTIME_PEAK_CONNECTIONS',
    'STORAGE_IMAGES_TRANSFORMED',
  ])('are left out for %s', (metric) => {
    expect(formatUsageEntry(metric, { usage: 10, hours: 5, count: 2 })).toBe('10');
  });

  it('are left out where a platform sends none', () => {
    expect(formatUsageEntry('EGRESS', { usage: 1e9, hours: null })).toBe('1.00 GB');
  });
});
