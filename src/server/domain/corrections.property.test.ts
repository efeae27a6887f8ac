import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lateLines } from './late-usage.ts';
import type { InvoiceLine } from './lines.ts';
import { liveThrough, Records, type Row } from '#tests/oracle/corrected-records.ts';
import { correctionScript } from '#tests/oracle/correction-script.ts';
import { ModelBooks } from '#tests/oracle/model-books.ts';
import { type ModelLine } from '#tests/oracle/model-invoice.ts';
import { ModelReturns } from '#tests/oracle/model-returns.ts';
import { oracleBill } from '#tests/oracle/oracle.ts';
import { RUNS, TIMEOUT_MS } from '#tests/oracle/scenario.ts';
import type { UsageEntry } from './usage.ts';
import { billUsage, finishSteps } from '#tests/oracle/whole-results.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);

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

it(
  'chains of corrections, up and down, over cycles and in any order, bill what was true in the end, by line and project',
  () =>
    fc.assert(
      fc.property(correctionScript, (script) => {
        const { invoiced, period } = liveThrough(script);
        for (const [index, lines] of invoiced.entries()) {
          const perfect = { ...period(index), invoiced: [] };
          const end = perfect.cycle.endSeconds;
          expect(byLineAndProject(lines)).toEqual(byLineAndProject(billUsage(perfect, end).lines));
          const { totalCents } = oracleBill(perfect, end);
          expect(sum(lines.map(({ amountCents }) => amountCents))).toBe(totalCents);
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
  const [ownRecords, other] = [new Records(), new Records()];
  ownRecords.add('a', record(5));
  other.add('foreign', record(5));
  const row = (recordId: string, replaces: string): Row => ({ recordId, replaces, entry: record(3) });
  const rows = [row('b', 'nothing'), row('c', 'foreign'), row('d', 'a'), row('e', 'a'), row('f', 'd'), row('g', 'g')];
  const { accepted, problems } = ownRecords.take(rows, 0);
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
    ownRecords
      .take([row('h', 'a')], 0)
      .problems.values()
      .next().value?.code,
  ).toBe('already_replaced');
  expect(
    ownRecords
      .take([row('i', 'f')], 1_770_000_001)
      .problems.values()
      .next().value?.code,
  ).toBe('late');
  expect(other.stored.get('foreign')?.replacedBy).toBeNull();
});

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
