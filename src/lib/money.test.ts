import { describe, expect, it } from 'vitest';
import {
  centsFromDollars,
  centsFromMicrocents,
  divideHalfAway,
  dollarsFromCents,
  dollarsFromMicrocents,
  formatCents,
  formatDollars,
  formatUnitPrice,
  formatWholeDollars,
  microcentsFromDollars,
  plainDollars,
  roundedCentsFromDollars,
  sumCents,
} from './money.ts';

describe('rounding', () => {
  it('goes half away from zero on both sides', () => {
    expect([divideHalfAway(1n, 2n), divideHalfAway(-1n, 2n)]).toEqual([1n, -1n]);
    expect([divideHalfAway(3n, 2n), divideHalfAway(-3n, 2n)]).toEqual([2n, -2n]);
    expect([divideHalfAway(149n, 100n), divideHalfAway(-149n, 100n), divideHalfAway(0n, 7n)]).toEqual([1n, -1n, 0n]);
    expect(() => divideHalfAway(1n, 0n)).toThrow(RangeError);
  });

  it('turns microcents into cents', () => {
    expect(centsFromMicrocents(499_999n)).toBe(0);
    expect(centsFromMicrocents(500_000n)).toBe(1);
    expect(centsFromMicrocents(-500_000n)).toBe(-1);
    expect(() => centsFromMicrocents(10n ** 30n)).toThrow(RangeError);
  });
});

describe('parsing', () => {
  it('reads dollars exactly, whatever way they are written', () => {
    expect(centsFromDollars('25')).toBe(2500);
    expect(centsFromDollars(0.1)).toBe(10);
    expect(centsFromDollars('-1.05')).toBe(-105);
    expect(centsFromDollars('1.10000')).toBe(110);
    expect(centsFromDollars('1e3')).toBe(100_000);
    expect(centsFromDollars(4_503_599_627_370.49)).toBe(450_359_962_737_049);
  });

  it.each(['1.005', '', 'abc', '1,000', '$5', '.5', 'NaN', 'Infinity', '0x10', '--1'])('refuses %j', (text) => {
    expect(() => centsFromDollars(text)).toThrow(RangeError);
  });

  it('rounds to the cent where asked', () => {
    expect(roundedCentsFromDollars('1.005')).toBe(101);
    expect(roundedCentsFromDollars('-1.005')).toBe(-101);
    expect(roundedCentsFromDollars(0.30000000000000004)).toBe(30);
    expect(roundedCentsFromDollars(1e-7)).toBe(0);
  });

  it('holds every unit price exactly', () => {
    expect(microcentsFromDollars('0.00003288')).toBe(3288);
    expect(microcentsFromDollars(0.00003288)).toBe(3288);
    expect(dollarsFromMicrocents(3288)).toBe(0.00003288);
    expect(() => microcentsFromDollars('0.000000001')).toThrow(RangeError);
  });

  it('survives the way over the wire as a number', () => {
    for (const cents of [0, 1, 7, 29, 1999, -1999, 59_900, 100_000_000, 999_999_999_999_999]) {
      expect(centsFromDollars(dollarsFromCents(cents))).toBe(cents);
    }
  });
});

describe('display', () => {
  it('prints cents', () => {
    expect(formatCents(2500)).toBe('$25.00');
    expect(formatCents(0)).toBe('$0.00');
    expect(formatCents(5)).toBe('$0.05');
    expect(formatCents(-1000)).toBe('\u2212$10.00');
    expect(formatCents(100_000_000)).toBe('$1,000,000.00');
    expect(() => formatCents(0.5)).toThrow(RangeError);
  });

  it('drops the decimals of whole dollars only', () => {
    expect([formatWholeDollars(59_900), formatWholeDollars(2550), formatWholeDollars(100_000)]).toEqual(['$599', '$25.50', '$1,000']);
  });

  it('says under a cent instead of zero', () => {
    expect(formatDollars(0.000001)).toBe('<$0.01');
    expect(formatDollars('0.0099')).toBe('<$0.01');
    expect(formatDollars(-0.004)).toBe('>\u2212$0.01');
    expect([formatDollars(0), formatDollars('0.01'), formatDollars(1_000_000)]).toEqual(['$0.00', '$0.01', '$1,000,000.00']);
    expect(() => formatDollars(Number.NaN)).toThrow(RangeError);
  });

  it('prints a unit price with the digits it has', () => {
    expect([3288, 1_344_000, 500_000_000, 1_000_000_000, 768_000_000_000].map(formatUnitPrice)).toEqual([
      '$0.00003288',
      '$0.01344',
      '$5.00',
      '$10.00',
      '$7,680.00',
    ]);
  });

  it('prints plain amounts for files', () => {
    expect([plainDollars(123_450), plainDollars(-5), plainDollars(0)]).toEqual(['1234.50', '-0.05', '0.00']);
  });
});

it('sums cents and refuses what a number cannot hold', () => {
  expect(sumCents([1, 2, -5])).toBe(-2);
  expect(() => sumCents([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
});
