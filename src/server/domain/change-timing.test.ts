import { expect, it } from 'vitest';
import { capOfNewCycle, countsFromQuote } from './change-timing.ts';
import { DAY, event, GB, june, JULY, JUNE } from '#tests/oracle/examples.ts';
import { billUsage } from '#tests/oracle/whole-results.ts';

it('counts an upgrade that a card pays from its quote, and everything else from when it takes effect', () => {
  expect(countsFromQuote({ direction: 'upgrade', byCard: true })).toBe(true);
  expect(countsFromQuote({ direction: 'upgrade', byCard: false })).toBe(false);
  expect(countsFromQuote({ direction: 'downgrade', byCard: true })).toBe(false);
  expect(countsFromQuote({ direction: undefined, byCard: false })).toBe(false);
});

it.each([
  ['leaves uncharged what the old cap covered until the change took effect', true, false, 0, 100 * 9],
  ['charges what no cap covered until then', false, true, 100 * 9, 0],
  ['changes nothing where both are alike', false, false, 100 * 9, 100 * 9],
])('the cap of a new cycle %s', (_, wasOn, isOn, beforeCents, afterCents) => {
  const effect = JUNE + DAY;
  const costs = (atSeconds: number): number =>
    billUsage(june([event('EGRESS', 350 * GB, { fromSeconds: atSeconds })], { cap: capOfNewCycle(wasOn, isOn, JUNE, effect) }), JULY)
      .totalCents;
  expect([costs(effect - 1), costs(effect)]).toEqual([beforeCents, afterCents]);
  expect(capOfNewCycle(wasOn, isOn, JUNE, JUNE)).toEqual({ initiallyOn: isOn, changes: [] });
});
