import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ratio } from '#lib/money-ratio.ts';
import type { CostCharge, CostPart } from './cost-charge.ts';
import { DaySplitter } from './day-splitter.ts';
import { DAY_SECONDS, type DayUsage } from './usage-of-days.ts';

const days = 5;
const start = 1_790_000_000;
const end = start + days * DAY_SECONDS;

const charge = (key: CostCharge['key'], amountCents: number, more: Partial<CostCharge> = {}): CostCharge => ({
  document: {
    id: 'in_1',
    number: '1',
    period: { startSeconds: start, endSeconds: end },
    correctsAtSeconds: end - 1,
    seller: null,
    sameUntilSeconds: null,
  },
  lineId: null,
  key,
  group: 'compute',
  metric: 'EGRESS',
  kind: 'primary',
  description: '',
  fromSeconds: start,
  untilSeconds: end,
  amountCents,
  amountBeforeDiscountCents: amountCents,
  corrects: null,
  derivation: null,
  used: ratio(0n),
  uncharged: ratio(0n),
  terms: null,
  sameUntilSeconds: null,
  ...more,
});

const entries = fc.array(fc.record({ amountCents: fc.integer({ min: 0, max: 5000 }), used: fc.bigInt(0n, 900n) }), {
  minLength: 1,
  maxLength: 4,
});
/** The usage can differ from the usage on the invoice line, for example after corrections. */
const usage = fc.array(fc.record({ project: fc.nat(5), day: fc.nat(days - 1), quantity: fc.bigInt(0n, 500n) }), { maxLength: 30 });

const sum = (parts: readonly CostPart[], of: CostCharge): number =>
  parts.filter((part) => part.charge === of).reduce((total, { amountCents }) => total + amountCents, 0);

it('splits a charge into parts that sum to it, whatever usage the days have', () => {
  fc.assert(
    fc.property(entries, usage, fc.integer({ min: 0, max: 900 }), (given, used, remainder) => {
      const amountCents = given.reduce((total, entry) => total + entry.amountCents, remainder);
      const line = charge('EGRESS:primary', amountCents);
      const credits = charge('compute_credits', 0 - Math.floor(amountCents / 2), { group: 'compute_credits', metric: null, kind: null });
      const splitter = new DaySplitter(
        [
          {
            charge: line,
            entries: given.map((entry, index) => ({
              projectRef: `p${index}`,
              name: `Project ${index}`,
              usage: ratio(entry.used),
              amountCents: entry.amountCents,
            })),
            divisor: 1n,
            before: new Map(),
          },
        ],
        credits,
      );
      const first = Math.floor(start / DAY_SECONDS) * DAY_SECONDS;
      const dayUsage = used
        .map(({ project, day, quantity }): DayUsage => ({
          key: 'EGRESS:primary',
          projectRef: `p${project}`,
          fromSeconds: Math.max(start, first + day * DAY_SECONDS),
          quantity,
        }))
        .sort((a, b) => a.fromSeconds - b.fromSeconds);
      const parts = [...splitter.take(dayUsage), ...splitter.rest()];
      expect([sum(parts, line), sum(parts, credits)]).toEqual([line.amountCents, credits.amountCents]);
      for (const [index, { used: total, amountCents: cents }] of given.entries()) {
        const own = parts.filter(({ projectRef }) => projectRef === `p${index}`);
        const quantity = own.reduce((rest, part) => rest + part.usage.numerator / part.usage.denominator, 0n);
        expect([quantity, own.reduce((rest, part) => rest + part.amountCents, 0)]).toEqual([total, cents]);
      }
      for (const { fromSeconds, untilSeconds, amountCents: cents, charge: of } of parts) {
        expect(fromSeconds >= start && untilSeconds <= end && untilSeconds > fromSeconds).toBe(true);
        expect(of.amountCents < 0 ? cents <= 0 : cents >= 0).toBe(true);
      }
    }),
  );
});
