import { expect, it } from 'vitest';
import { decimalText, ratio, scaledRatio } from './money-ratio.ts';

it.each([
  [-250n, 3, '-0.25'],
  [0n, 9, '0'],
  [5n, 0, '5'],
  [1_000_000_001n, 9, '1.000000001'],
  [-7n, 2, '-0.07'],
  [1200n, 2, '12'],
] as const)('writes %s of 10^-%s as %s', (scaled, digits, text) => {
  expect(decimalText(scaled, digits)).toBe(text);
});

it('rounds a ratio half away from zero', () => {
  expect([scaledRatio(ratio(2n, 3n), 3), scaledRatio(ratio(-1n, 8n), 2), scaledRatio(ratio(7n), 0)]).toEqual([667n, -13n, 7n]);
});
