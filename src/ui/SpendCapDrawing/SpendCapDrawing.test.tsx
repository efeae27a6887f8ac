import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SpendCapDrawing } from './SpendCapDrawing.tsx';

const draw = (props: Parameters<typeof SpendCapDrawing>[0]) => render(<SpendCapDrawing {...props} />).container;

it('hatches what flows past the quota only without a cap', () => {
  expect(draw({ isCapped: false, used: 310, included: 250 }).querySelector('rect[fill^="url(#"]')).toBeTruthy();
  expect(draw({ isCapped: true, used: 310, included: 250 }).querySelector('rect[fill^="url(#"]')).toBeNull();
  expect(draw({ isCapped: false, used: 120, included: 250 }).querySelector('rect[fill^="url(#"]')).toBeNull();
});

it('is silent, draws within its frame and needs no style attribute', () => {
  for (const used of [0, 250, 1_000_000]) {
    const container = draw({ isCapped: false, used, included: 250 });
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
    expect(container.querySelector('[style]')).toBeNull();
    for (const rect of container.querySelectorAll('svg > rect'))
      expect(Number(rect.getAttribute('x')) + Number(rect.getAttribute('width'))).toBeLessThanOrEqual(320);
  }
});
