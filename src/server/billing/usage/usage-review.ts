import { formatCents } from '#lib/money.ts';
import { formatDate } from '#lib/dates/format.ts';
import { metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import { isOrganizationToken } from '#server/domain/staff/people.ts';
import { centsAtMost, DAYS_COMPARED, isFarAbove, microcentsOfUnits, unitsOfRecord } from '#server/domain/staff/usage-value.ts';
import { groupedBy, instantOf, type Database } from '#server/database/database.ts';
import { recordsOfDay, insertCorrectionSums, sumsBefore, sumsOfDays, type DaySums, type UsageDay } from '#server/store/usage/held-usage.ts';
import type { UsageWindow } from '#server/store/usage/usage-window.ts';
import type { NewRecord } from '#server/store/usage/usage-writing.ts';
import { allowanceFor, staffMoneyStop } from '#server/billing/approvals/allowance.ts';

export interface UsageSender {
  /** ID of a key or organization token, `command` for the CLI, or `service` for the service token. */
  readonly id: string;
  /** Usage of a day is held only above this cost in cents: at the list price, or at the contract price if there is no list price. */
  readonly aboveCents: number;
  /** Maximum number of seconds by which the sender's clock may be ahead. */
  readonly clockAheadSeconds: number;
}

export interface Booking {
  readonly nowSeconds: number;
  /** Seconds for which usage of a closed period is accepted. */
  readonly acceptedSeconds: number;
  /** Sender of the usage; null for usage that is never held, such as replayed history. */
  readonly sender: UsageSender | null;
}

export interface HeldGroup {
  readonly organizationId: number;
  readonly kind: 'usage' | 'usage_correction';
  readonly records: readonly NewRecord[];
  readonly amountCents: number;
  readonly reason: string;
}

export interface BookedRecords {
  readonly added: readonly NewRecord[];
  readonly corrections: readonly NewRecord[];
  readonly corrected: readonly NewRecord[];
}

type Windows = (organizationId: number) => UsageWindow;

export const SECONDS_OF_DAY = 86_400;
const dayOf = ({ fromSeconds }: Pick<NewRecord, 'fromSeconds'>): number => Math.floor(fromSeconds / SECONDS_OF_DAY);
const keyOf = ({ organizationId, metric, day }: UsageDay): string => `${organizationId} ${metric} ${day}`;
const dayKey = (row: NewRecord): string => keyOf({ ...row, day: dayOf(row) });

function unitsOf(metric: UsageMetric, sums: DaySums): bigint {
  const { measure } = metricRules(metric);
  return BigInt(sums[measure === 'average' ? 'level' : measure]);
}

const highest = (units: readonly bigint[]): bigint => units.reduce((most, each) => (each > most ? each : most), 0n);

/** Whether usage of a day is far above earlier days, and above the amount that staff have already released for the day. */
async function isUnusual(tx: Database, day: UsageDay, units: bigint): Promise<boolean> {
  const before = await sumsBefore(tx, day, DAYS_COMPARED);
  if (!isFarAbove(units, highest(before.map((sums) => unitsOf(day.metric, sums))))) return false;
  const releasedRecords = await recordsOfDay(tx, day, 'released');
  return isFarAbove(units, highest(releasedRecords.map(unitsOfRecord)));
}

/** Returns the value in cents of each day on which usage of a metric is far above earlier days and costs more than `aboveCents`. */
async function unusualDays(tx: Database, rows: readonly NewRecord[], windows: Windows, aboveCents: number): Promise<Map<string, number>> {
  const days = new Map(rows.map((row) => [dayKey(row), { organizationId: row.organizationId, metric: row.metric, day: dayOf(row) }]));
  const found = new Map<string, number>();
  for (const { organizationId, metric, day, ...sums } of await sumsOfDays(tx, [...days.values()])) {
    const units = unitsOf(metric, sums);
    const rate = windows(organizationId).listRateAt({ metric, fromSeconds: day * SECONDS_OF_DAY, untilSeconds: null });
    const cents = centsAtMost(microcentsOfUnits(metric, rate, units));
    const usageDay = { organizationId, metric, day };
    if (cents > aboveCents && (await isUnusual(tx, usageDay, units))) found.set(keyOf(usageDay), cents);
  }
  return found;
}

/**
 * Returns the cents by which corrections lower the bill. Ignores increases in other metrics or segments, because their rates may differ.
 */
function givenBackCents(window: UsageWindow, corrections: readonly NewRecord[], corrected: readonly NewRecord[]): number {
  const replaced = new Set(corrections.map(({ replaces }) => replaces));
  const less = new Map<string, bigint>();
  const add = (rows: readonly NewRecord[], sign: bigint): void => {
    for (const row of rows) {
      const key = `${row.metric} ${window.segmentStart(row.fromSeconds)}`;
      const microcents = microcentsOfUnits(row.metric, window.rateAt(row), unitsOfRecord(row));
      less.set(key, (less.get(key) ?? 0n) + sign * microcents);
    }
  };
  add(corrected, 1n);
  add(
    corrections.filter(({ recordId }) => !replaced.has(recordId)),
    -1n,
  );
  const total = [...less.values()].reduce((sum, each) => (each > 0n ? sum + each : sum), 0n);
  return total > 0n ? centsAtMost(total) : 0;
}

function largeGroups(
  { added, corrections, corrected }: BookedRecords,
  unusual: ReadonlyMap<string, number>,
  windows: Windows,
): HeldGroup[] {
  const isUnusualRow = (row: NewRecord): boolean => unusual.has(dayKey(row));
  // All corrections of an organization are held together, because one correction may depend on another.
  const correctingOrganizations = new Set(corrections.filter(isUnusualRow).map(({ organizationId }) => organizationId));
  const records = [
    ...added.filter(isUnusualRow),
    ...corrections.filter(({ organizationId }) => correctingOrganizations.has(organizationId)),
  ];
  return [...groupedBy(records, ({ organizationId }) => organizationId)].map(([organizationId, group]) => {
    const keys = [...new Set(group.map(dayKey))].filter((key) => unusual.has(key));
    const [first = ''] = keys.toSorted((a, b) => (unusual.get(b) ?? 0) - (unusual.get(a) ?? 0));
    const row = group.find((each) => dayKey(each) === first) ?? group[0];
    if (!row) throw new Error('A group without records');
    const amountCents = Math.min(
      Number.MAX_SAFE_INTEGER,
      keys.reduce((sum, key) => sum + (unusual.get(key) ?? 0), 0),
    );
    const priceName = windows(organizationId).isByContract(row) ? "at the contract's price" : 'at list price';
    const reason = `${metricRules(row.metric).name} on ${formatDate(dayOf(row) * SECONDS_OF_DAY)} is far above the days before and comes to ${formatCents(amountCents)} ${priceName}`;
    const correcting = group.filter(({ replaces }) => replaces !== null);
    const before = corrected.filter((one) => one.organizationId === organizationId);
    const givenBack = givenBackCents(windows(organizationId), correcting, before);
    // Corrections that give money back have a separate kind. If approvals require a sign-in, API keys cannot approve this kind.
    return givenBack > 0
      ? { organizationId, kind: 'usage_correction' as const, records: group, amountCents: givenBack, reason }
      : { organizationId, kind: 'usage' as const, records: group, amountCents, reason };
  });
}

/**
 * Returns the corrections to hold. A correction that lowers a bill is held if it exceeds a limit, if staff cannot move money, or if an
 * organization token sent it. Otherwise, its amount is recorded, because the amount counts for the limit.
 */
async function correctionGroups(
  tx: Database,
  { corrections, corrected }: BookedRecords,
  windows: Windows,
  sender: UsageSender,
  nowSeconds: number,
): Promise<HeldGroup[]> {
  const held: HeldGroup[] = [];
  const at = instantOf(nowSeconds);
  const before = groupedBy(corrected, ({ organizationId }) => organizationId);
  const byOrganization = [...groupedBy(corrections, ({ organizationId }) => organizationId)].toSorted(([a], [b]) => a - b);
  for (const [organizationId, records] of byOrganization) {
    const amountCents = givenBackCents(windows(organizationId), records, before.get(organizationId) ?? []);
    if (amountCents === 0) continue;
    const movement = { keyId: sender.id, kind: 'usage_correction' as const, organizationId, amountCents, at };
    const { exceeds } = await allowanceFor(tx, movement);
    const mayGiveBack = exceeds === null && !isOrganizationToken(sender.id);
    if (mayGiveBack && (await staffMoneyStop(tx, at)) === null)
      await insertCorrectionSums(tx, [{ organizationId, sentBy: sender.id, amountCents, createdAt: at }]);
    else held.push({ ...movement, records, reason: `Corrected usage lowers bills by ${formatCents(amountCents)}` });
  }
  return held;
}

/** If there are records to hold, the caller rolls back and books the remaining records. */
export async function recordsToHold(
  tx: Database,
  booked: BookedRecords,
  windows: Windows,
  sender: UsageSender,
  nowSeconds: number,
): Promise<HeldGroup[]> {
  const unusual = await unusualDays(tx, [...booked.added, ...booked.corrections], windows, sender.aboveCents);
  const large = unusual.size > 0 ? largeGroups(booked, unusual, windows) : [];
  const waiting = new Set(large.flatMap(({ records }) => records));
  const rest = { ...booked, corrections: booked.corrections.filter((row) => !waiting.has(row)) };
  return [...large, ...(rest.corrections.length > 0 ? await correctionGroups(tx, rest, windows, sender, nowSeconds) : [])];
}
