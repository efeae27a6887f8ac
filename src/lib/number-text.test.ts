import { expect, it } from 'vitest';
import { formatFixed, formatNumber } from './number-text.ts';

it.each([
  [0, '0'],
  [10, '10'],
  [100, '100'],
  [1000, '1,000'],
  [1234567.891, '1,234,567.89'],
  [391.2, '391.2'],
  [-4, '\u22124'],
  [-0.001, '0'],
  [1e21, '1e+21'],
])('formats %d as %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

it('keeps the zeros of whole numbers without decimals', () => {
  expect(formatNumber(1200, 0)).toBe('1,200');
});

it('can have a fixed number of decimals', () => {
  expect(formatFixed(391.2, 2)).toBe('391.20');
  expect(formatFixed(1_000_000, 2)).toBe('1,000,000.00');
});
