import { computeSizeOfMetric } from '#lib/compute-size.ts';

const groups = {
  Egress: { EGRESS: 'Egress', CACHED_EGRESS: 'Cached Egress' },
  'Disk and Storage': {
    DATABASE_SIZE: 'Database Size',
    DISK_SIZE_GB_HOURS_GP3: 'Disk Size (gp3)',
    DISK_SIZE_GB_HOURS_IO2: 'Disk Size (io2)',
    DISK_IOPS_GP3: 'Disk IOPS (gp3)',
    DISK_IOPS_IO2: 'Disk IOPS (io2)',
    DISK_THROUGHPUT_GP3: 'Disk Throughput (gp3)',
    STORAGE_SIZE: 'Storage Size',
    STORAGE_IMAGES_TRANSFORMED: 'Storage Image Transformations',
  },
  'Users and Sign-in': {
    MONTHLY_ACTIVE_USERS: 'Monthly Active Users',
    MONTHLY_ACTIVE_SSO_USERS: 'Monthly Active SSO Users',
    MONTHLY_ACTIVE_THIRD_PARTY_USERS: 'Monthly Active Third-Party Users',
    AUTH_MFA_PHONE: 'Phone MFA',
    AUTH_MFA_WEB_AUTHN: 'WebAuthn MFA',
  },
  'Functions and Realtime': {
    FUNCTION_INVOCATIONS: 'Function Invocations',
    REALTIME_MESSAGE_COUNT: 'Realtime Messages',
    REALTIME_PEAK_CONNECTIONS: 'Realtime Peak Connections',
  },
  'Compute and Add-ons': {
    COMPUTE_HOURS_BRANCH: 'Branching',
    CUSTOM_DOMAIN: 'Custom Domain',
    IPV4: 'IPv4',
    PITR_7: 'Point-in-Time Recovery (7 days)',
    PITR_14: 'Point-in-Time Recovery (14 days)',
    PITR_28: 'Point-in-Time Recovery (28 days)',
    LOG_DRAIN: 'Log Drain',
    LOG_DRAIN_EVENTS: 'Log Drain Events',
  },
} as const satisfies Record<string, Record<string, string>>;

export type MetricGroup = keyof typeof groups | 'Other';

export const metricGroups: readonly MetricGroup[] = [...(Object.keys(groups) as (keyof typeof groups)[]), 'Other'];

const names = new Map<string, string>(Object.values(groups).flatMap((group) => Object.entries(group)));

export function metricName(metric: string): string {
  const size = computeSizeOfMetric(metric);
  return names.get(metric) ?? (size === null ? metric : `${size} Compute`);
}

export function metricGroup(metric: string): MetricGroup {
  if (metric.startsWith('COMPUTE_HOURS_')) return 'Compute and Add-ons';
  return (Object.keys(groups) as (keyof typeof groups)[]).find((group) => metric in groups[group]) ?? 'Other';
}

export const egressCauses: Readonly<Record<string, string>> = {
  rest: 'REST and GraphQL',
  auth: 'Auth',
  storage: 'Storage',
  realtime: 'Realtime',
  functions: 'Edge Functions',
  supavisor: 'Shared Pooler',
  logdrain: 'Log Drains',
};
