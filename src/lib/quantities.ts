import { formatFixed, formatNumber } from './number-text.ts';
import { upcomingInvoiceTexts } from './texts/upcoming-invoice.ts';

const gigabyte = 1e9;

export type QuantityUnit = 'GB' | 'hours' | 'GB-hours' | 'IOPS-hours' | 'MB/s-hours' | '';

const units: Readonly<Record<string, QuantityUnit>> = {
  DATABASE_SIZE: 'GB',
  EGRESS: 'GB',
  CACHED_EGRESS: 'GB',
  STORAGE_SIZE: 'GB',
  CUSTOM_DOMAIN: 'hours',
  IPV4: 'hours',
  LOG_DRAIN: 'hours',
  AUTH_MFA_PHONE: 'hours',
  AUTH_MFA_WEB_AUTHN: 'hours',
  DISK_SIZE_GB_HOURS_GP3: 'GB-hours',
  DISK_SIZE_GB_HOURS_IO2: 'GB-hours',
  DISK_IOPS_GP3: 'IOPS-hours',
  DISK_IOPS_IO2: 'IOPS-hours',
  DISK_THROUGHPUT_GP3: 'MB/s-hours',
};

/** Unit of a metric, as defined in section 9 of the specification; empty for plain counts and unknown metrics. */
export function unitOf(metric: string | null): QuantityUnit {
  if (metric === null) return '';
  return units[metric] ?? (/^(COMPUTE_HOURS|PITR)_/.test(metric) ? 'hours' : '');
}

/** Metrics that are not measured over time. Usage of these metrics is shown without hours. */
const withoutHours: ReadonlySet<string> = new Set([
  'FUNCTION_INVOCATIONS',
  'LOG_DRAIN_EVENTS',
  'MONTHLY_ACTIVE_USERS',
  'MONTHLY_ACTIVE_SSO_USERS',
  'MONTHLY_ACTIVE_THIRD_PARTY_USERS',
  'REALTIME_MESSAGE_COUNT',
  'REALTIME_PEAK_CONNECTIONS',
  'STORAGE_IMAGES_TRANSFORMED',
]);

/** Returns whether a metric counts users, events or connections. Quotas can be fractional, but displayed counts are whole. */
const isWholeCount = (metric: string | null): boolean => metric !== null && withoutHours.has(metric);

/** Formats a quantity in base units (bytes for GB): '391.20 GB', '<0.01 GB', '456 hours', '2,350'. */
export function formatQuantity(metric: string | null, quantity: number): string {
  const unit = unitOf(metric);
  if (unit === 'GB') return formatGigabytes(quantity / gigabyte);
  if (isWholeCount(metric)) return formatNumber(quantity, 0);
  return unit === '' ? formatNumber(quantity) : withUnit(formatNumber(quantity), unit, quantity);
}

/** Like `formatQuantity`, for a quantity in priced units (GB instead of bytes). */
export function formatPricedQuantity(metric: string | null, quantity: number): string {
  return unitOf(metric) === 'GB' ? formatGigabytes(quantity) : formatQuantity(metric, quantity);
}

/** Formats a quantity in priced units without the unit, for table columns whose header contains the unit. */
export function formatPricedNumber(metric: string | null, quantity: number): string {
  if (isWholeCount(metric)) return formatNumber(quantity, 0);
  if (unitOf(metric) !== 'GB') return formatNumber(quantity);
  return quantity > 0 && quantity < 0.01 ? upcomingInvoiceTexts.tiny : formatFixed(quantity, 2);
}

const formatGigabytes = (gigabytes: number): string => `${formatPricedNumber('EGRESS', gigabytes)} GB`;

const withUnit = (text: string, unit: QuantityUnit, quantity: number): string =>
  `${text} ${quantity === 1 ? unit.replace(/s$/, '') : unit}`;

interface UsageEntry {
  /** Usage in base units. */
  readonly usage: number;
  readonly hours?: number | null | undefined;
  /** Number of resources that share the hours; 1 if the platform does not send the number. */
  readonly count?: number | null | undefined;
}

export function formatUsageEntry(metric: string | null, { usage, hours, count }: UsageEntry): string {
  const quantity = formatQuantity(metric, usage);
  if (metric === null || withoutHours.has(metric) || hours === undefined || hours === null) return quantity;
  const resources = count ?? 1;
  if (resources === 1 && hours === usage && unitOf(metric) === 'hours') return quantity;
  const inHours = withUnit(formatNumber(hours), 'hours', hours);
  return `${quantity} (${resources === 1 ? inHours : `${formatNumber(resources)} resources, ${inHours}`})`;
}
