/** Independent, naive implementation of the money rules, with separate fractions and price list. Shares no code with the engine. */
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import type { UsageEntry } from '#server/domain/usage.ts';

/** A period without the engine's price book, because the oracle has a separate price list. */
export type UnpricedPeriod = Omit<BillingPeriod, 'book'>;

export type Fraction = { n: bigint; d: bigint };

const frac = (n: bigint, d = 1n): Fraction => ({ n, d });
const plus = (a: Fraction, b: Fraction): Fraction => frac(a.n * b.d + b.n * a.d, a.d * b.d);
const minus = (a: Fraction, b: Fraction): Fraction => frac(a.n * b.d - b.n * a.d, a.d * b.d);
const times = (a: Fraction, b: Fraction): Fraction => frac(a.n * b.n, a.d * b.d);
const atLeastZero = (a: Fraction): Fraction => (a.n < 0n ? frac(0n) : a);
const roundUp = (a: Fraction): Fraction => frac(a.n / a.d + (a.n % a.d === 0n ? 0n : 1n));

export function dollars(text: string): Fraction {
  const [whole = '0', decimals = ''] = text.split('.');
  return frac(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

/** Rounds half away from zero to cents. */
export function oracleCents(amount: Fraction): number {
  const negative = amount.n < 0n;
  const magnitude = negative ? -amount.n : amount.n;
  const cents = (magnitude * 200n + amount.d) / (amount.d * 2n);
  return cents === 0n ? 0 : Number(negative ? -cents : cents);
}

const centsDown = (amount: Fraction): number => Number((amount.n * 100n) / amount.d);

const HOURLY: Record<string, string> = {
  COMPUTE_HOURS_XS: '0.01344',
  COMPUTE_HOURS_SM: '0.0206',
  COMPUTE_HOURS_MD: '0.0822',
  COMPUTE_HOURS_L: '0.1517',
  COMPUTE_HOURS_XL: '0.2877',
  COMPUTE_HOURS_2XL: '0.562',
  COMPUTE_HOURS_4XL: '1.32',
  COMPUTE_HOURS_8XL: '2.562',
  COMPUTE_HOURS_12XL: '3.836',
  COMPUTE_HOURS_16XL: '5.12',
  COMPUTE_HOURS_BRANCH: '0.01344',
  CUSTOM_DOMAIN: '0.0137',
  IPV4: '0.0055',
  PITR_7: '0.137',
  PITR_14: '0.274',
  PITR_28: '0.55',
  LOG_DRAIN: '0.0822',
  AUTH_MFA_PHONE: '0.0137',
  AUTH_MFA_WEB_AUTHN: '0',
};
const LEVELS: Record<string, [price: string, free: number]> = {
  DISK_SIZE_GB_HOURS_GP3: ['0.000171', 8],
  DISK_SIZE_GB_HOURS_IO2: ['0.000267', 0],
  DISK_IOPS_GP3: ['0.00003288', 3000],
  DISK_IOPS_IO2: ['0.000163', 0],
  DISK_THROUGHPUT_GP3: ['0.00013', 125],
};
/**
 * For each metric: price, number of units that the price buys, quota of paid plans, and whether only whole packages are sold. The units are
 * the same as in usage records.
 */
const COUNTED: Record<string, [price: string, per: number, quota: number, wholePackages: boolean]> = {
  EGRESS: ['0.09', 1e9, 250e9, false],
  CACHED_EGRESS: ['0.03', 1e9, 250e9, false],
  STORAGE_SIZE: ['0.021', 1e9, 100e9, false],
  MONTHLY_ACTIVE_USERS: ['0.00325', 1, 100_000, false],
  MONTHLY_ACTIVE_THIRD_PARTY_USERS: ['0.00325', 1, 100_000, false],
  MONTHLY_ACTIVE_SSO_USERS: ['0.015', 1, 50, false],
  STORAGE_IMAGES_TRANSFORMED: ['5', 1000, 100, true],
  REALTIME_PEAK_CONNECTIONS: ['10', 1000, 500, true],
  REALTIME_MESSAGE_COUNT: ['2.50', 1e6, 5e6, true],
  FUNCTION_INVOCATIONS: ['2', 1e6, 2e6, true],
  LOG_DRAIN_EVENTS: ['0.20', 1e6, 0, true],
};
const COVERED_BY_CAP = new Set(['DISK_SIZE_GB_HOURS_GP3', ...Object.keys(COUNTED).filter((metric) => metric !== 'LOG_DRAIN_EVENTS')]);

export type OracleLine = { amountCents: number; beforeCents: number; metric: string; kind: string };
export type OracleBill = { lines: Map<string, OracleLine>; creditsCents: number; totalCents: number };

type Window = { start: number; end: number; until: number; share: Fraction; hours: bigint };

const isLevel = (metric: string): boolean =>
  metric in LEVELS || metric === 'STORAGE_SIZE' || metric === 'DATABASE_SIZE' || !(metric in COUNTED);

function kindOf({ metric, kind }: UsageEntry): string {
  if (metric === 'COMPUTE_HOURS_BRANCH') return 'branch';
  return metric in COUNTED || metric === 'DATABASE_SIZE' ? 'primary' : kind;
}

/** Returns the highest level in each clock hour of one resource, from spans before a time. */
function hourLevels(spans: readonly UsageEntry[], before: number, useQuantity: boolean): Map<number, bigint> {
  const levels = new Map<number, bigint>();
  for (const { fromSeconds, untilSeconds, quantity } of spans) {
    for (let hour = Math.floor(fromSeconds / 3600); hour * 3600 < Math.min(untilSeconds, before); hour += 1) {
      if (fromSeconds >= before) continue;
      const level = useQuantity ? BigInt(quantity) : 1n;
      if (level > (levels.get(hour) ?? 0n)) levels.set(hour, level);
    }
  }
  return levels;
}

/** Returns usage per project from the start of the cycle to a time: the total, and the usage above the hourly allowance. */
function useUntil(
  entries: readonly UsageEntry[],
  metric: string,
  kind: string,
  window: Window,
  instant: number,
): Map<string, { all: bigint; over: bigint }> {
  const uses = new Map<string, { all: bigint; over: bigint }>();
  for (const ref of new Set(entries.map(({ projectRef }) => projectRef))) {
    const projectEntries = entries.filter(({ projectRef }) => projectRef === ref);
    let all = 0n;
    let over = 0n;
    if (isLevel(metric)) {
      const free = kind === 'replica' && metric === 'DISK_SIZE_GB_HOURS_GP3' ? 0 : (LEVELS[metric]?.[1] ?? 0);
      const above = (level: bigint): bigint => (level > BigInt(free) ? level - BigInt(free) : 0n);
      for (const id of new Set(projectEntries.map(({ resourceId }) => resourceId))) {
        const spans = projectEntries.filter(({ resourceId }) => resourceId === id);
        const useQuantity = !(metric in HOURLY) && !metric.startsWith('COMPUTE_HOURS_');
        const paid = hourLevels(spans, window.start, useQuantity);
        for (const [hour, level] of hourLevels(spans, instant, useQuantity)) {
          if ((hour + 1) * 3600 <= window.start) continue;
          all += level - (paid.get(hour) ?? 0n);
          over += above(level) - above(paid.get(hour) ?? 0n);
        }
      }
    } else {
      const amounts = projectEntries
        .filter(({ fromSeconds }) => fromSeconds >= window.start && fromSeconds < instant)
        .map(({ quantity }) => BigInt(quantity));
      all = metric === 'REALTIME_PEAK_CONNECTIONS' ? amounts.reduce((a, b) => (a > b ? a : b), 0n) : amounts.reduce((a, b) => a + b, 0n);
      over = all;
    }
    uses.set(ref, { all, over });
  }
  return uses;
}

function quota(metric: string, period: UnpricedPeriod, window: Window): Fraction | null {
  const agreed = period.contract?.quotas?.[metric as UsageEntry['metric']];
  if (agreed === null) return null;
  const whole = frac(BigInt(agreed ?? COUNTED[metric]?.[2] ?? 0));
  return metric === 'REALTIME_PEAK_CONNECTIONS' ? whole : times(whole, window.share);
}

/** Overage that occurs while the spend cap is on is not charged. */
function chargedUse(entries: readonly UsageEntry[], metric: string, kind: string, period: UnpricedPeriod, window: Window): Fraction {
  const overAt = (instant: number): Fraction => {
    let sum = 0n;
    for (const { over } of useUntil(entries, metric, kind, window, instant).values()) sum += over;
    if (!(metric in COUNTED)) return frac(sum);
    const included = quota(metric, period, window);
    if (included === null) return frac(0n);
    return atLeastZero(minus(metric === 'STORAGE_SIZE' ? frac(sum, window.hours) : frac(sum), included));
  };
  const instants = [
    window.start,
    ...period.cap.changes.map(({ atSeconds }) => atSeconds).filter((at) => at > window.start && at < window.until),
    window.until,
  ];
  let charged = frac(0n);
  for (const [index, from] of instants.entries()) {
    const until = instants[index + 1];
    if (until === undefined) break;
    const capOn = period.cap.changes.findLast(({ atSeconds }) => atSeconds <= from)?.on ?? period.cap.initiallyOn;
    if (capOn && COVERED_BY_CAP.has(metric)) continue;
    charged = plus(charged, minus(overAt(until), overAt(from)));
  }
  return charged;
}

/** Returns the phone MFA hours of a single project: the project that enabled phone MFA first, among the projects with such hours. */
function firstProjectHours(entries: readonly UsageEntry[], kind: string, period: UnpricedPeriod, window: Window): bigint {
  const uses = [...useUntil(entries, 'AUTH_MFA_PHONE', kind, window, window.until)].filter(([, { all }]) => all > 0n);
  const enabled = (ref: string): number => period.mfaPhoneEnabledAt?.get(ref) ?? Number.MAX_SAFE_INTEGER;
  const [first] = uses.sort(([a], [b]) => (enabled(a) !== enabled(b) ? enabled(a) - enabled(b) : a < b ? -1 : 1));
  return first?.[1].all ?? 0n;
}

function price(metric: string, kind: string, entries: readonly UsageEntry[], period: UnpricedPeriod, window: Window): Fraction | undefined {
  const agreed = period.contract?.unitPrices?.[metric as UsageEntry['metric']];
  const counted = COUNTED[metric];
  const listed = HOURLY[metric] ?? LEVELS[metric]?.[0] ?? counted?.[0];
  if (agreed === undefined && listed === undefined) return undefined;
  const each = agreed === undefined ? dollars(listed ?? '0') : frac(BigInt(agreed), 100_000_000n);
  const charged = chargedUse(entries, metric, kind, period, window);
  if (counted) {
    const packages = times(charged, frac(1n, BigInt(counted[1])));
    return times(counted[3] ? roundUp(packages) : packages, each);
  }
  if (metric !== 'AUTH_MFA_PHONE' || agreed !== undefined) return times(charged, each);
  const first = frac(firstProjectHours(entries, kind, period, window));
  return plus(times(first, dollars('0.1027')), times(minus(charged, first), each));
}

function discounted(amount: Fraction, key: string, period: UnpricedPeriod): Fraction {
  let left = amount;
  for (const { key: of, discount } of period.discounts) {
    if (of !== key) continue;
    left =
      'basisPoints' in discount
        ? times(left, frac(10_000n - BigInt(discount.basisPoints), 10_000n))
        : atLeastZero(minus(left, frac(BigInt(discount.amountCents), 100n)));
  }
  return left;
}

/** Returns all usage lines of a period before a time. Ignores earlier invoices of the cycle. */
export function oracleBill(period: UnpricedPeriod, asOf: number): OracleBill {
  const { startSeconds: start, endSeconds: planned, closedAtSeconds } = period.cycle;
  const end = Math.min(planned, closedAtSeconds ?? planned);
  const share = frac(BigInt(end - start), BigInt(planned - start));
  const window = { start, end, until: Math.min(asOf, end), share, hours: BigInt((planned - start) / 3600) };
  const lines = new Map<string, OracleLine>();
  const byKey = new Map<string, UsageEntry[]>();
  for (const entry of period.planId === 'free' ? [] : period.entries) {
    const key = `${entry.metric}:${kindOf(entry)}`;
    byKey.set(key, [...(byKey.get(key) ?? []), entry]);
  }
  let computeCents = 0;
  for (const [key, entries] of byKey) {
    const [metric = '', kind = ''] = key.split(':');
    const amount = price(metric, kind, entries, period, window);
    const used = [...useUntil(entries, metric, kind, window, window.until).values()].some(({ all }) => all > 0n);
    if (!amount || !used) continue;
    const line = { amountCents: oracleCents(discounted(amount, key, period)), beforeCents: oracleCents(amount), metric, kind };
    lines.set(key, line);
    if (metric.startsWith('COMPUTE_HOURS_') && kind === 'primary') computeCents += line.amountCents;
  }
  const creditsCents = period.planId === 'free' ? 0 : Math.min(centsDown(times(frac(10n), share)), computeCents);
  const totalCents = [...lines.values()].reduce((sum, { amountCents }) => sum + amountCents, 0) - creditsCents;
  return { lines, creditsCents, totalCents };
}

export function oracleCharge(
  newCents: number,
  chargedCents: number,
  start: number,
  end: number,
  now: number,
  balanceCents: number,
): { total: number; due: number; balanceAfter: number } {
  const unused = centsDown(times(frac(BigInt(chargedCents), 100n), frac(BigInt(end - now), BigInt(end - start))));
  const total = Math.max(newCents - unused - balanceCents, 0);
  const due = total < 50 ? 0 : total;
  return { total, due, balanceAfter: due - (newCents - unused - balanceCents) };
}
