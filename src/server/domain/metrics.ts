import { BILLED_COMPUTE, type SizeMetric } from './compute.ts';

/**
 * How usage of a metric is measured:
 * - count: sum of amounts.
 * - peak: highest value of each project in the cycle, summed over projects.
 * - hours: number of UTC clock hours that a resource touches.
 * - level: highest level in each clock hour, summed over hours (GB-hours, IOPS-hours).
 * - average: sum of hourly levels, divided by the hours of the whole cycle.
 */
export type Measure = 'count' | 'peak' | 'hours' | 'level' | 'average';

export type Unit = 'bytes' | 'hours' | 'gb_hours' | 'iops_hours' | 'mbps_hours' | 'count';

const FIXED_METRICS = [
  'EGRESS',
  'CACHED_EGRESS',
  'DATABASE_SIZE',
  'STORAGE_SIZE',
  'DISK_SIZE_GB_HOURS_GP3',
  'DISK_SIZE_GB_HOURS_IO2',
  'MONTHLY_ACTIVE_USERS',
  'MONTHLY_ACTIVE_SSO_USERS',
  'MONTHLY_ACTIVE_THIRD_PARTY_USERS',
  'FUNCTION_INVOCATIONS',
  'STORAGE_IMAGES_TRANSFORMED',
  'REALTIME_MESSAGE_COUNT',
  'REALTIME_PEAK_CONNECTIONS',
  'CUSTOM_DOMAIN',
  'IPV4',
  'PITR_7',
  'PITR_14',
  'PITR_28',
  'DISK_IOPS_GP3',
  'DISK_IOPS_IO2',
  'DISK_THROUGHPUT_GP3',
  'LOG_DRAIN',
  'LOG_DRAIN_EVENTS',
  'AUTH_MFA_PHONE',
  'AUTH_MFA_WEB_AUTHN',
] as const;

export type ComputeMetric = SizeMetric | 'COMPUTE_HOURS_BRANCH';
export type UsageMetric = (typeof FIXED_METRICS)[number] | ComputeMetric;

export type MetricRules = {
  metric: UsageMetric;
  name: string;
  measure: Measure;
  unit: Unit;
  /** True for compute, IPv4, custom domain and point-in-time recovery: running resources determine the future cost. */
  predictable: boolean;
};

const rules = (metric: UsageMetric, name: string, measure: Measure, unit: Unit, predictable = false): MetricRules => ({
  metric,
  name,
  measure,
  unit,
  predictable,
});

const PREDICTABLE = true;

/** In the order of invoice lines. */
export const METRIC_RULES: readonly MetricRules[] = [
  ...BILLED_COMPUTE.map(({ metric, name }) => rules(metric, `${name} Compute`, 'hours', 'hours', PREDICTABLE)),
  rules('COMPUTE_HOURS_BRANCH', 'Branching', 'hours', 'hours', PREDICTABLE),
  rules('DISK_SIZE_GB_HOURS_GP3', 'Disk Size (gp3)', 'level', 'gb_hours'),
  rules('DISK_SIZE_GB_HOURS_IO2', 'Disk Size (io2)', 'level', 'gb_hours'),
  rules('DISK_IOPS_GP3', 'Disk IOPS (gp3)', 'level', 'iops_hours'),
  rules('DISK_IOPS_IO2', 'Disk IOPS (io2)', 'level', 'iops_hours'),
  rules('DISK_THROUGHPUT_GP3', 'Disk Throughput (gp3)', 'level', 'mbps_hours'),
  rules('EGRESS', 'Egress', 'count', 'bytes'),
  rules('CACHED_EGRESS', 'Cached Egress', 'count', 'bytes'),
  rules('DATABASE_SIZE', 'Database Size', 'average', 'bytes'),
  rules('STORAGE_SIZE', 'Storage Size', 'average', 'bytes'),
  rules('STORAGE_IMAGES_TRANSFORMED', 'Storage Image Transformations', 'count', 'count'),
  rules('MONTHLY_ACTIVE_USERS', 'Monthly Active Users', 'count', 'count'),
  rules('MONTHLY_ACTIVE_SSO_USERS', 'Monthly Active SSO Users', 'count', 'count'),
  rules('MONTHLY_ACTIVE_THIRD_PARTY_USERS', 'Monthly Active Third-Party Users', 'count', 'count'),
  rules('FUNCTION_INVOCATIONS', 'Function Invocations', 'count', 'count'),
  rules('REALTIME_MESSAGE_COUNT', 'Realtime Messages', 'count', 'count'),
  rules('REALTIME_PEAK_CONNECTIONS', 'Realtime Peak Connections', 'peak', 'count'),
  rules('CUSTOM_DOMAIN', 'Custom Domain', 'hours', 'hours', PREDICTABLE),
  rules('IPV4', 'IPv4', 'hours', 'hours', PREDICTABLE),
  rules('PITR_7', 'Point-in-Time Recovery (7 days)', 'hours', 'hours', PREDICTABLE),
  rules('PITR_14', 'Point-in-Time Recovery (14 days)', 'hours', 'hours', PREDICTABLE),
  rules('PITR_28', 'Point-in-Time Recovery (28 days)', 'hours', 'hours', PREDICTABLE),
  rules('LOG_DRAIN', 'Log Drain', 'hours', 'hours'),
  rules('LOG_DRAIN_EVENTS', 'Log Drain Events', 'count', 'count'),
  rules('AUTH_MFA_PHONE', 'Phone MFA', 'hours', 'hours'),
  rules('AUTH_MFA_WEB_AUTHN', 'WebAuthn MFA', 'hours', 'hours'),
];

const BY_METRIC = new Map<string, MetricRules>(METRIC_RULES.map((entry) => [entry.metric, entry]));

export function findMetric(metric: string): MetricRules | undefined {
  return BY_METRIC.get(metric);
}

/**
 * Use `findMetric` for external input.
 * @throws {RangeError} for an unknown name
 */
export function metricRules(metric: UsageMetric): MetricRules {
  const found = BY_METRIC.get(metric);
  if (!found) throw new RangeError(`Unknown metric: ${metric}`);
  return found;
}

export const isInstantMetric = (metric: UsageMetric): boolean => ['count', 'peak'].includes(metricRules(metric).measure);

export const isComputeMetric = (metric: UsageMetric): metric is ComputeMetric => metric.startsWith('COMPUTE_HOURS_');

/** True if all projects and branches of an organization share one quota and one invoice line. */
export const isPooled = ({ measure }: MetricRules): boolean => measure === 'count' || measure === 'peak' || measure === 'average';

export const RESOURCE_KINDS = ['primary', 'replica', 'branch'] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];
