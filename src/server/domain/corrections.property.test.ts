import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finishSteps } from '#lib/steps.ts';
import { FIRST_BOOK } from './book/first-book.ts';
import { type BillingPeriod, billUsage } from './bill.ts';
import { type Correction, type KnownRecord, orderCorrections } from './corrections.ts';
import { lateLines } from './late-usage.ts';
import type { InvoiceLine } from './lines.ts';
import type { CapTimeline, Cycle } from './periods.ts';
import { correctionScript, type CorrectionScript, type CorrectionStep, withinScript } from './testing/correction-script.ts';
import { ModelBooks, type ModelLine } from './testing/model-books.ts';
import { ModelReturns } from './testing/model-returns.ts';
import { oracleBill } from './testing/oracle.ts';
import { RUNS, TIMEOUT_MS } from './testing/scenario.ts';
import type { UsageEntry } from './usage.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);

type Row = Correction & { readonly entry: UsageEntry };
type Stored = KnownRecord & { readonly entry: UsageEntry; readonly isWithdrawn: boolean };

/** What one organization has stored of its usage. */
class Records {
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

  get standing(): UsageEntry[] {
    return [...this.stored.values()].flatMap(({ replacedBy, entry }) => (replacedBy === null ? [entry] : []));
  }
}

/** The codes that a batch must be answered with, found naively: again and again the first row whose record is there. */
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
    const own = `b${batch}-${pick % steps.length}`;
    const replaces = { known: ids[pick % ids.length] ?? '', own_batch: own, unknown: 'nothing', foreign: 'foreign' }[target];
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

/** What lines come to, by line and project. */
function byLineAndProject(lines: readonly InvoiceLine[]): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (name: string, cents: number): void => void sums.set(name, (sums.get(name) ?? 0) + cents);
  for (const { key, amountCents, breakdown } of lines) {
    add(key, amountCents);
    for (const { projectRef, amountCents: cents } of breakdown) add(`${key} of ${projectRef}`, cents);
  }
  for (const [name, cents] of sums) if (cents === 0) sums.delete(name);
  return sums;
}

/** Lives through a script. @returns the lines of each cycle on all of its invoices */
function live({ cycles, caps, records, batches }: CorrectionScript, records0 = new Records()) {
  for (const [index, entry] of records.entries()) records0.add(`r${index}`, entry);
  const invoiced = cycles.map((): InvoiceLine[] => []);
  const period = (index: number): BillingPeriod =>
    periodOf(
      cycles[index] ?? { startSeconds: 0, endSeconds: 1 },
      caps[index] ?? { initiallyOn: false, changes: [] },
      records0.standing,
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
    const rows = rowsOf(steps, records0, batch);
    // The last batches come when usage of the first cycle is no longer accepted.
    const openFromSeconds = batch > 3 ? (cycles[1]?.startSeconds ?? 0) : 0;
    const codes = expectedCodes(rows, records0.stored, openFromSeconds);
    const { accepted, problems } = records0.take(rows, openFromSeconds);
    expect(rows.map((row) => problems.get(row)?.code ?? null)).toEqual(codes);
    expect(new Set(accepted)).toEqual(new Set(rows.filter((row) => !problems.has(row))));
    expect([...problems.values()].every(({ field }) => field === 'replaces')).toBe(true);
    billLate();
  }
  close(cycles.length);
  return { invoiced, period, standing: records0.standing };
}

it(
  'chains of corrections, up and down, over cycles and in any order, bill what was true in the end, by line and project',
  () =>
    fc.assert(
      fc.property(correctionScript, (script) => {
        const { invoiced, period } = live(script);
        for (const [index, lines] of invoiced.entries()) {
          const perfect = { ...period(index), invoiced: [] };
          const end = perfect.cycle.endSeconds;
          expect(byLineAndProject(lines)).toEqual(byLineAndProject(billUsage(perfect, end).lines));
          const { totalCents } = oracleBill(perfect, end);
          expect(sum(lines.map(({ amountCents }) => amountCents))).toBe(totalCents);
          // Nothing is left for another invoice.
          expect(finishSteps(lateLines(period(index)))).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    ),
  TIMEOUT_MS,
);

const record = (quantity: number): UsageEntry => ({
  metric: 'EGRESS',
  projectRef: 'alpha',
  kind: 'primary',
  resourceId: 'alpha',
  fromSeconds: 1_770_000_000,
  untilSeconds: 1_770_000_000,
  quantity,
});

it('answers a correction of an unknown, a foreign and an already replaced record with its code', () => {
  const [own, other] = [new Records(), new Records()];
  own.add('a', record(5));
  other.add('foreign', record(5));
  const row = (recordId: string, replaces: string): Row => ({ recordId, replaces, entry: record(3) });
  const rows = [row('b', 'nothing'), row('c', 'foreign'), row('d', 'a'), row('e', 'a'), row('f', 'd'), row('g', 'g')];
  const { accepted, problems } = own.take(rows, 0);
  expect(accepted.map(({ recordId }) => recordId)).toEqual(['d', 'f']);
  expect(rows.map((each) => problems.get(each)?.code)).toEqual([
    'unknown_record',
    'unknown_record',
    undefined,
    'already_replaced',
    undefined,
    'unknown_record',
  ]);
  expect(
    own
      .take([row('h', 'a')], 0)
      .problems.values()
      .next().value?.code,
  ).toBe('already_replaced');
  expect(
    own
      .take([row('i', 'f')], 1_770_000_001)
      .problems.values()
      .next().value?.code,
  ).toBe('late');
  expect(other.stored.get('foreign')?.replacedBy).toBeNull();
});

/** One cycle's usage is invoiced and paid, then corrected and refunded in any order. */
const returnsArbitrary = fc.record({
  paid: fc.integer({ min: 100, max: 20_000 }),
  steps: fc.array(
    fc.record({ act: fc.constantFrom('correct' as const, 'refund' as const), share: fc.integer({ min: 0, max: 8 }), pick: fc.nat(9) }),
    { minLength: 2, maxLength: 8 },
  ),
});

function creditIsCollected({ paid, steps }: { paid: number; steps: readonly { act: string; share: number; pick: number }[] }): void {
  const books = new ModelBooks(true);
  const returns = new ModelReturns(books);
  const line = (amountCents: number): ModelLine => ({
    key: 'EGRESS:primary',
    periodStartSeconds: 0,
    periodEndSeconds: 1,
    amountCents,
    amountBeforeDiscountCents: amountCents,
    breakdown: [],
    periodIndex: 0,
  });
  const bill = (amountCents: number, at: number): void => {
    if (amountCents === 0) return;
    const lines = [line(amountCents)];
    books.finalize(books.draft('cycle', lines), lines, at);
  };
  bill(paid, 0);
  let truth = paid;
  for (const [index, { act, share, pick }] of steps.entries()) {
    if (act === 'correct') {
      const next = Math.floor((paid * share) / 8);
      bill(next - truth, index + 1);
      truth = next;
    } else {
      const payment = books.payments[pick % books.payments.length];
      if (payment) returns.refund(payment, Math.floor((payment.amountCents * share) / 8), index + 1, false);
    }
    const money = sum(books.moves.map(({ amountCents }) => amountCents));
    expect(books.credit.balanceCents).toBeLessThanOrEqual(money);
  }
}

it(
  'credit of corrections is at most the money that was collected and not refunded, in any order',
  () => fc.assert(fc.property(returnsArbitrary, creditIsCollected), { numRuns: RUNS }),
  TIMEOUT_MS,
);
