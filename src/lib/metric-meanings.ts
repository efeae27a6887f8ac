import { upcomingInvoiceTexts } from './texts/upcoming-invoice.ts';

const { gp3Meaning } = upcomingInvoiceTexts;

const average = 'An average. Usage divides by the hours of the cycle so far, an invoice by all hours of the cycle.';

const meanings: Readonly<Record<string, string>> = {
  DATABASE_SIZE: average,
  STORAGE_SIZE: average,
  DISK_SIZE_GB_HOURS_GP3: `${gp3Meaning} One GB kept for one hour is one GB-hour.`,
  DISK_SIZE_GB_HOURS_IO2: 'io2 is a faster type of disk. One GB kept for one hour is one GB-hour.',
  DISK_IOPS_GP3: `IOPS are reads and writes per second. ${gp3Meaning}`,
  DISK_IOPS_IO2: 'IOPS are reads and writes per second. io2 is a faster type of disk.',
  DISK_THROUGHPUT_GP3: `How much data the disk moves per second. ${gp3Meaning}`,
  MONTHLY_ACTIVE_USERS: 'Monthly active users (MAU): each user who signs in during the billing cycle counts once.',
  MONTHLY_ACTIVE_SSO_USERS: 'Users who sign in through single sign-on (SSO). Each counts once in a billing cycle.',
  MONTHLY_ACTIVE_THIRD_PARTY_USERS: 'Users who sign in through another provider. Each counts once in a billing cycle.',
  AUTH_MFA_PHONE: 'A second step at sign-in (MFA), by a code to a phone.',
  AUTH_MFA_WEB_AUTHN: 'A second step at sign-in (MFA), by a security key or the device itself (WebAuthn).',
  REALTIME_PEAK_CONNECTIONS: 'The most connections that were open at the same time.',
  FUNCTION_INVOCATIONS: 'How often a function was called.',
  EGRESS: 'Data that leaves the platform.',
  CACHED_EGRESS: 'Data that leaves the platform from its cache.',
};

export const metricMeaning = (metric: string): string | null => meanings[metric] ?? null;

/** Returns whether a metric is an average. Averages show two values during a cycle: so far, and projected over the whole cycle. */
export const isAverage = (metric: string): boolean => meanings[metric] === average;
