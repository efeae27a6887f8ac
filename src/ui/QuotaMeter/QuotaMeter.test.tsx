import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { QuotaMeter } from './QuotaMeter.tsx';

const bar = (value: number, quota: number): Element => {
  const { container } = render(
    <QuotaMeter value={value} quota={quota}>
      words
    </QuotaMeter>,
  );
  const svg = container.querySelector('svg');
  if (!svg) throw new Error('no bar');
  return svg;
};
const widths = (svg: Element) => [...svg.querySelectorAll(':scope > rect')].map((rect) => rect.getAttribute('width'));

it.each([
  [125, 250, ['25%']],
  [-5, 250, ['0%']],
  [250, 250, ['50%']],
  [375, 250, ['50%', '25%']],
  [3760, 250, ['50%', '50%']],
])('draws %d of %d on a scale that ends at twice the quota', (value, quota, expected) => {
  expect(widths(bar(value, quota))).toEqual(expected);
});

it('marks a break only beyond the end of the scale', () => {
  const isBroken = (value: number): boolean => bar(value, 100).querySelector('[data-break]') !== null;
  expect([100, 164, 200, 201, 1504].map(isBroken)).toEqual([false, false, false, true, true]);
});

it('says its sentence outside the bar, which is silent', () => {
  const svg = bar(164, 100);
  expect(svg.contains(screen.getByText('words'))).toBe(false);
  expect(svg.getAttribute('aria-hidden')).toBe('true');
});
