import { orderCorrections, type CorrectionProblem } from '#server/domain/corrections.ts';
import { metricRules } from '#server/domain/metrics.ts';
import { type Database, groupedBy } from '#server/database/database.ts';
import { addToTotals, sumAgain, type TotalAddition } from '#server/store/usage/usage-totals.ts';
import {
  insertLateRecords,
  insertRecords,
  markCorrected,
  recordKey,
  storedRecords,
  type NewRecord,
} from '#server/store/usage/usage-writing.ts';
import { recountLateInvoices } from '#server/store/invoices/late-invoices.ts';
import { recordLateUsage, type UsageWindow } from '#server/store/usage/usage-window.ts';
import { requestBudgetReviews } from '#server/billing/limits/limit-terms.ts';
import { freePastIds, insertWithFreedIds, type OpenFrom } from '#server/store/usage/past-ids.ts';
import { requestReviews } from '#server/store/restriction-reviews.ts';

export type Windows = ReadonlyMap<number, UsageWindow>;

export function windowIn(windows: Windows, organizationId: number): UsageWindow {
  const window = windows.get(organizationId);
  if (!window) throw new Error(`The window of organization ${organizationId} was not read`);
  return window;
}

const openFromIn =
  (windows: Windows): OpenFrom =>
  (organizationId) =>
    windowIn(windows, organizationId).openFromSeconds;

/** The caller must hold the organization locks. */
async function correctRecords(tx: Database, rows: readonly NewRecord[], windows: Windows, idsFreeBefore: OpenFrom) {
  const names = rows.flatMap(({ organizationId, recordId, replaces }) =>
    [recordId, ...(replaces === null ? [] : [replaces])].map((id) => ({ organizationId, recordId: id })),
  );
  const known = await storedRecords(tx, [...new Map(names.map((name) => [recordKey(name), name])).values()]);
  const knownRows = rows.filter((row) => known.has(recordKey(row)));
  for (const key of await freePastIds(tx, knownRows, idsFreeBefore)) known.delete(key);
  const stored = groupedBy([...known.values()], ({ organizationId }) => organizationId);
  const repeated = rows.filter((row) => known.has(recordKey(row)));
  const fresh = rows.filter((row) => !known.has(recordKey(row)));
  const accepted: NewRecord[] = [];
  const problems = new Map<NewRecord, CorrectionProblem>();
  for (const [organizationId, organizationRows] of groupedBy(fresh, (row) => row.organizationId)) {
    const before = new Map((stored.get(organizationId) ?? []).map((record) => [record.recordId, record]));
    const ordered = orderCorrections(organizationRows, before, windowIn(windows, organizationId));
    accepted.push(...ordered.accepted);
    for (const [row, problem] of ordered.problems) problems.set(row, problem);
  }
  await insertRecords(tx, accepted);
  await markCorrected(tx, accepted);
  const targets = accepted.flatMap(
    ({ organizationId, replaces }) => known.get(recordKey({ organizationId, recordId: replaces ?? '' })) ?? [],
  );
  await sumAgain(tx, totalsOf([...targets, ...accepted], windows));
  return { accepted, targets, repeated, problems };
}

const NO_CORRECTIONS = { accepted: [], targets: [], repeated: [], problems: new Map<NewRecord, CorrectionProblem>() };

type Counted = Pick<NewRecord, 'organizationId' | 'projectId' | 'metric' | 'fromSeconds' | 'untilSeconds' | 'quantity'>;

function totalsOf(rows: readonly Counted[], windows: Windows): TotalAddition[] {
  const totals = new Map<string, TotalAddition>();
  for (const { organizationId, projectId, metric, fromSeconds, untilSeconds, quantity } of rows) {
    if (untilSeconds !== null) continue;
    const segmentSeconds = windowIn(windows, organizationId).segmentStart(fromSeconds);
    // The key contains no organization, because a project belongs to exactly one organization.
    const key = `${projectId} ${segmentSeconds} ${metric}`;
    const before = totals.get(key)?.quantity;
    const amount = BigInt(quantity);
    const isPeak = metricRules(metric).measure === 'peak';
    const sum = before === undefined ? amount : isPeak ? (before > amount ? before : amount) : before + amount;
    totals.set(key, { organizationId, projectId, segmentSeconds, metric, quantity: sum });
  }
  return [...totals.values()];
}

export interface BookedRows {
  readonly added: readonly NewRecord[];
  readonly corrections: readonly NewRecord[];
  /** Earlier records that no longer count, because a correction has replaced them. */
  readonly corrected: readonly NewRecord[];
  readonly repeated: readonly NewRecord[];
  readonly problems: ReadonlyMap<NewRecord, CorrectionProblem>;
}

/**
 * The caller must hold the organization locks, exclusively if there are corrections.
 * @param idsFreeBefore returns the earliest usage time that is accepted; IDs of earlier usage can be reused
 */
export async function bookRows(
  tx: Database,
  all: readonly NewRecord[],
  windows: Windows,
  idsFreeBefore: OpenFrom = openFromIn(windows),
): Promise<BookedRows> {
  const rows = all.filter(({ replaces }) => replaces === null);
  const known = await insertWithFreedIds(tx, rows, idsFreeBefore);
  const added = known.size === 0 ? rows : rows.filter((row) => !known.has(recordKey(row)));
  await addToTotals(tx, totalsOf(added, windows));
  const corrections = all.filter(({ replaces }) => replaces !== null);
  const corrected = corrections.length > 0 ? await correctRecords(tx, corrections, windows, idsFreeBefore) : NO_CORRECTIONS;
  const repeated = [...(known.size === 0 ? [] : rows.filter((row) => known.has(recordKey(row)))), ...corrected.repeated];
  return { added, corrections: corrected.accepted, corrected: corrected.targets, repeated, problems: corrected.problems };
}

/** Updates late invoices and totals after a booking. @returns the organizations to review */
export async function followBooking(
  tx: Database,
  { added, corrections, corrected }: BookedRows,
  windows: Windows,
  nowSeconds: number,
): Promise<number[]> {
  const changed = [...added, ...corrections, ...corrected];
  const lateRows = (rows: readonly NewRecord[]) =>
    rows.flatMap((row) => {
      const { organizationId, recordId } = row;
      return windowIn(windows, organizationId)
        .billedPeriods(row)
        .map((periodId) => ({ organizationId, recordId, periodId }));
    });
  const booked = lateRows([...added, ...corrections]);
  const late = [...booked, ...lateRows(corrected)];
  await recountLateInvoices(tx, [...new Set(late.map(({ organizationId }) => organizationId))]);
  await recordLateUsage(tx, new Set(late.map(({ periodId }) => periodId)));
  // Inserts late records last. Each insert locks the period of its record. To prevent deadlocks, `recordLateUsage` has already locked all
  // periods in order.
  await insertLateRecords(tx, booked);
  const touched = [...new Set(changed.map(({ organizationId }) => organizationId))];
  const capped = touched.filter((id) => windowIn(windows, id).limited);
  await requestReviews(tx, capped, nowSeconds);
  const withBudgets = await requestBudgetReviews(tx, touched, nowSeconds);
  return [...new Set([...capped, ...withBudgets])].sort((a, b) => a - b);
}
