import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CreditMovement, creditLeftBySource, creditLeftOf, creditToHold } from './credit-sources.ts';

const move = (amountCents: number, source: string | null = null): CreditMovement => ({ amountCents, source });

describe('the credit that is left of a source', () => {
  it('is spent oldest first', () => {
    const movements = [move(5000, 'goodwill'), move(10_000, 'top-up:1'), move(-6000)];
    expect(creditLeftOf('top-up:1', movements)).toBe(9000);
    expect(creditLeftOf('goodwill', movements)).toBe(0);
  });

  it('pays debt first', () => {
    expect(creditLeftOf('top-up:1', [move(-3000), move(10_000, 'top-up:1')])).toBe(7000);
  });

  it('is less by what was deducted from it, and not by what was deducted from others', () => {
    const movements = [move(10_000, 'top-up:1'), move(10_000, 'top-up:2'), move(-4000, 'top-up:2')];
    expect([creditLeftOf('top-up:1', movements), creditLeftOf('top-up:2', movements)]).toEqual([10_000, 6000]);
  });

  it('takes back what is spent from all that is left', () => {
    const movements = [move(10_000, 'top-up:1'), move(-8000), move(5000, 'top-up:2'), move(-10_000, 'top-up:1')];
    expect([creditLeftOf('top-up:1', movements), creditLeftOf('top-up:2', movements)]).toEqual([0, 0]);
  });

  it('comes back with a dispute that is won', () => {
    expect(creditLeftOf('top-up:1', [move(10_000, 'top-up:1'), move(-10_000, 'top-up:1'), move(10_000, 'top-up:1')])).toBe(10_000);
  });

  it('sums over all sources to the balance, or to nothing where that is debt', () => {
    const source = fc.constantFrom('a', 'b', null);
    const movement = fc.record({ amountCents: fc.integer({ min: -1000, max: 1000 }), source });
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 30 }), (movements) => {
        const named = movements.map((each) => ({ ...each, source: each.source ?? (each.amountCents > 0 ? 'c' : null) }));
        const left = ['a', 'b', 'c'].reduce((sum, each) => sum + creditLeftOf(each, named), 0);
        const balance = movements.reduce((sum, { amountCents }) => sum + amountCents, 0);
        expect(left).toBe(Math.max(0, balance));
      }),
    );
  });
});

describe('the credit that is held for a dispute', () => {
  const isUnusedTime = (source: string): boolean => source.startsWith('invoice:');
  const left = creditLeftBySource([move(5000, 'goodwill'), move(3000, 'invoice:2'), move(4000, 'invoice:1'), move(9000, 'top-up:1')]);

  it('is its own first, then what unused time of other plans gave, and never that of other money', () => {
    expect(creditToHold('invoice:1', 2500, left, isUnusedTime)).toEqual([{ source: 'invoice:1', cents: 2500 }]);
    expect(creditToHold('invoice:1', 59_900, left, isUnusedTime)).toEqual([
      { source: 'invoice:1', cents: 4000 },
      { source: 'invoice:2', cents: 3000 },
    ]);
    expect(creditToHold('top-up:2', 6000, left, isUnusedTime)).toEqual([
      { source: 'invoice:2', cents: 3000 },
      { source: 'invoice:1', cents: 3000 },
    ]);
  });
});
