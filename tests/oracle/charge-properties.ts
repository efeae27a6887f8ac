import fc from 'fast-check';
import { expect } from 'vitest';
import type { chargeToday } from '#lib/charge.ts';
import { centsFromDollars, dollarsFromCents } from '#lib/money.ts';
import { oracleCharge } from './oracle.ts';

const PERIOD_START = Date.UTC(2026, 0, 31, 10, 17, 5) / 1000;

const chargeCases = fc.record({
  newCents: fc.integer({ min: 0, max: 1_000_000 }),
  chargedCents: fc.integer({ min: 0, max: 1_000_000 }),
  balanceCents: fc.integer({ min: -100_000, max: 1_000_000 }),
  length: fc.integer({ min: 1, max: 31 * 86_400 }),
  passed: fc.nat(31 * 86_400),
});

const overTheWire = (cents: number): number => centsFromDollars(JSON.parse(JSON.stringify(dollarsFromCents(cents))) as number);

/** Property: the charge equals the oracle's charge. The page shows the same cents, although it reads dollars from JSON. */
export const chargeAgreesWithOracle = (charge: typeof chargeToday): fc.IProperty<[{ newCents: number }]> =>
  fc.property(chargeCases, ({ newCents, chargedCents, balanceCents, length, passed }) => {
    const periodEndSeconds = PERIOD_START + length;
    const nowSeconds = PERIOD_START + (passed % (length + 1));
    const input = {
      newPriceCents: newCents,
      chargedPriceCents: chargedCents,
      periodStartSeconds: PERIOD_START,
      periodEndSeconds,
      nowSeconds,
      balanceCents,
    };
    const charged = charge(input);
    const oracle = oracleCharge(newCents, chargedCents, PERIOD_START, periodEndSeconds, nowSeconds, balanceCents);
    expect([charged.totalCents, charged.dueCents, charged.balanceAfterCents]).toEqual([oracle.total, oracle.due, oracle.balanceAfter]);
    expect(charge({ ...input, newPriceCents: overTheWire(newCents), chargedPriceCents: overTheWire(chargedCents) })).toEqual(charged);
    expect(overTheWire(charged.totalCents)).toBe(charged.totalCents);
  });
