import { expect } from 'vitest';
import { type BillingPeriod } from '#server/domain/bill.ts';
import { type Correction, type KnownRecord, orderCorrections } from '#server/domain/corrections.ts';
import { lateLines } from '#server/domain/late-usage.ts';
import type { InvoiceLine } from '#server/domain/lines.ts';
import type { CapTimeline, Cycle } from '#server/domain/periods.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { type CorrectionScript, type CorrectionStep, withinScript } from './correction-script.ts';
import { FIRST_BOOK } from './first-book.ts';
import { billUsage, finishSteps } from './whole-results.ts';

export type Row = Correction & { readonly entry: UsageEntry };
type Stored = KnownRecord & { readonly entry: UsageEntry; readonly isWithdrawn: boolean };

export class Records {
  readonly stored = new Map<string, Stored>();

  add(id: string, entry: UsageEntry, isWithdrawn = false): void {
    this.stored.set(id, { recordId: id, replacedBy: isWithdrawn ? id : null, fromSeconds: entry.fromSeconds, entry, isWithdrawn });
  }

  take(rows: readonly Row[], openFromSeconds: number) {
    const { accepted, problems } = orderCorrections(rows, this.stored, { openFromSeconds });
    for (const { recordId, entry } of accepted) this.add(recordId, entry, entry.quantity === 0);
    for (const { recordId, replaces } of accepted) {
      const target = this.stored.get(replaces ?? '');
      if (target) this.stored.set(target.recordId, { ...target, replacedBy: recordId });
    }
    return { accepted, problems };
  }

  get standingEntries(): UsageEntry[] {
    return [...this.stored.values()].flatMap(({ replacedBy, entry }) => (replacedBy === null ? [entry] : []));
  }
}

/** Returns the expected result code of each row, by a naive algorithm that repeatedly takes the first row whose target exists. */
function expectedCodes(rows: readonly Row[], stored: ReadonlyMap<string, Stored>, openFromSeconds: number): (string | null)[] {
  const [known, replaced] = [new Set(stored.keys()), new Set<string>()];
  for (const { recordId, replacedBy } of stored.values()) if (replacedBy !== null && replacedBy !== recordId) replaced.add(recordId);
  const codes = new Map<Row, string | null>();
  for (;;) {
    const row = rows.find((each) => !codes.has(each) && known.has(each.replaces ?? ''));
    if (!row) return rows.map((each) => (codes.has(each) ? (codes.get(each) ?? null) : 'unknown_record'));
    const target = row.replaces ?? '';
    if ((stored.get(target)?.fromSeconds ?? openFromSeconds) < openFromSeconds) codes.set(row, 'late');
    else if (replaced.has(target)) codes.set(row, 'already_replaced');
    else {
      replaced.add(target);
      known.add(row.recordId);
      codes.set(row, null);
    }
  }
}

function rowsOf(steps: readonly CorrectionStep[], { stored }: Records, batch: number): Row[] {
  const ids = [...stored.keys()];
  const truth = new Map([...stored].map(([id, { entry }]) => [id, entry]));
  return steps.map(({ target, pick, halves, moved, project }, index) => {
    const batchRecordId = `b${batch}-${pick % steps.length}`;
    const replaces = { known: ids[pick % ids.length] ?? '', own_batch: batchRecordId, unknown: 'nothing', foreign: 'foreign' }[target];
    const before = truth.get(replaces) ?? [...stored.values()][0]?.entry;
    if (!before) throw new Error('There is a record at least');
    const length = before.untilSeconds - before.fromSeconds;
    const fromSeconds = moved === null ? before.fromSeconds : withinScript(before.fromSeconds + moved);
    const place = moved === null ? {} : { projectRef: project, resourceId: project };
    const quantity = Math.floor((before.quantity * halves) / 2);
    const entry = { ...before, ...place, fromSeconds, untilSeconds: fromSeconds + length, quantity };
    const recordId = `b${batch}-${index}`;
    truth.set(recordId, entry);
    return { recordId, replaces, entry };
  });
}

function phoneSince(entries: readonly UsageEntry[]): Map<string, number> {
  const since = new Map<string, number>();
  for (const { metric, projectRef, fromSeconds } of entries)
    if (metric === 'AUTH_MFA_PHONE') since.set(projectRef, Math.min(since.get(projectRef) ?? fromSeconds, fromSeconds));
  return since;
}

const periodOf = (cycle: Cycle, cap: CapTimeline, entries: readonly UsageEntry[], invoiced: readonly InvoiceLine[]): BillingPeriod => ({
  book: FIRST_BOOK,
  planId: 'pro',
  cycle,
  cap,
  discounts: [],
  contract: undefined,
  invoiced: [...invoiced],
  mfaPhoneEnabledAt: phoneSince(entries),
  entries: [...entries],
});

/** Runs a script and compares each result with the naive algorithm. @returns the lines of all invoices by cycle */
export function liveThrough({ cycles, caps, records, batches }: CorrectionScript) {
  const held = new Records();
  for (const [index, entry] of records.entries()) held.add(`r${index}`, entry);
  const invoiced = cycles.map((): InvoiceLine[] => []);
  const period = (index: number): BillingPeriod =>
    periodOf(
      cycles[index] ?? { startSeconds: 0, endSeconds: 1 },
      caps[index] ?? { initiallyOn: false, changes: [] },
      held.standingEntries,
      invoiced[index] ?? [],
    );
  let ended = 0;
  const close = (until: number): void => {
    for (; ended < until; ended += 1) invoiced[ended]?.push(...billUsage(period(ended), cycles[ended]?.endSeconds ?? 0).lines);
  };
  const billLate = (): void => {
    for (let index = 0; index < ended; index += 1) invoiced[index]?.push(...finishSteps(lateLines(period(index))));
  };
  for (const [batch, { ended: until, rows: steps }] of batches.entries()) {
    close(until);
    const rows = rowsOf(steps, held, batch);
    // The last batches arrive when usage of the first cycle can no longer be corrected.
    const openFromSeconds = batch > 3 ? (cycles[1]?.startSeconds ?? 0) : 0;
    const codes = expectedCodes(rows, held.stored, openFromSeconds);
    const { accepted, problems } = held.take(rows, openFromSeconds);
    expect(rows.map((row) => problems.get(row)?.code ?? null)).toEqual(codes);
    expect(new Set(accepted)).toEqual(new Set(rows.filter((row) => !problems.has(row))));
    expect([...problems.values()].every(({ field }) => field === 'replaces')).toBe(true);
    billLate();
  }
  close(cycles.length);
  return { invoiced, period };
}
