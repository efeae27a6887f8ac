/** Services and units of the FOCUS export. The names are from FOCUS's lists of allowed values. */
import { isComputeMetric, metricRules, type UsageMetric } from '#server/domain/metrics.ts';

type Service = { category: string; subcategory: string; name: string };

const service = (category: string, subcategory: string, name: string): Service => ({ category, subcategory, name });

const database = service('Databases', 'Relational Databases', 'Database');
const network = service('Networking', 'Network Connectivity', 'Network');
const storage = service('Storage', 'Object Storage', 'Storage');
const auth = service('Identity', 'Identity and Access Management', 'Auth');
const functions = service('Compute', 'Serverless Compute', 'Functions');
const realtime = service('Integration', 'Messaging', 'Realtime');
const logs = service('Management and Governance', 'Observability', 'Log Drains');
const subscription = service('Other', 'Other (Other)', 'Subscription');

const services: Readonly<Partial<Record<UsageMetric, Service>>> = {
  EGRESS: network,
  CACHED_EGRESS: network,
  CUSTOM_DOMAIN: network,
  IPV4: network,
  STORAGE_SIZE: storage,
  STORAGE_IMAGES_TRANSFORMED: storage,
  MONTHLY_ACTIVE_USERS: auth,
  MONTHLY_ACTIVE_SSO_USERS: auth,
  MONTHLY_ACTIVE_THIRD_PARTY_USERS: auth,
  AUTH_MFA_PHONE: auth,
  AUTH_MFA_WEB_AUTHN: auth,
  FUNCTION_INVOCATIONS: functions,
  REALTIME_MESSAGE_COUNT: realtime,
  REALTIME_PEAK_CONNECTIONS: realtime,
  LOG_DRAIN: logs,
  LOG_DRAIN_EVENTS: logs,
};

export const serviceOf = (metric: UsageMetric | null): Service => (metric === null ? subscription : (services[metric] ?? database));

const counted: Readonly<Partial<Record<UsageMetric, string>>> = {
  MONTHLY_ACTIVE_USERS: 'Users',
  MONTHLY_ACTIVE_SSO_USERS: 'Users',
  MONTHLY_ACTIVE_THIRD_PARTY_USERS: 'Users',
  FUNCTION_INVOCATIONS: 'Requests',
  STORAGE_IMAGES_TRANSFORMED: 'Images',
  REALTIME_MESSAGE_COUNT: 'Messages',
  REALTIME_PEAK_CONNECTIONS: 'Connections',
  LOG_DRAIN_EVENTS: 'Events',
};

const bytesPerGigabyte = 1_000_000_000;

/** `size` is the number of base units per unit. */
export function unitOf(metric: UsageMetric): { unit: string; size: number } {
  const { unit, measure } = metricRules(metric);
  if (unit === 'bytes') return { unit: measure === 'average' ? 'GB-Months' : 'GB', size: bytesPerGigabyte };
  const name = {
    hours: 'Hours',
    gb_hours: 'GB-Hours',
    iops_hours: 'IOPS-Hours',
    mbps_hours: 'MB/Second-Hours',
    count: counted[metric] ?? 'Units',
  }[unit];
  return { unit: name, size: 1 };
}

/** Example: '1000000 Requests'. */
export function pricingUnit(metric: UsageMetric, perUnits: number): string {
  const { unit, size } = unitOf(metric);
  return perUnits === size ? unit : `${perUnits / size} ${unit}`;
}

export const resourceTypes = { primary: 'Project', replica: 'Read Replica', branch: 'Branch' } as const;

export const meterOf = (metric: UsageMetric): string => (isComputeMetric(metric) ? 'Compute' : metricRules(metric).name);
