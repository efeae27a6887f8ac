import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Meter } from './Meter.tsx';

const widths = (container: Element) => [...container.querySelectorAll('svg > rect')].map((rect) => rect.getAttribute('width'));

it('says its sentence outside the bar, which is silent', () => {
  const { container } = render(
    <Meter value={12} maxValue={30}>
      18 days left
    </Meter>,
  );
  const sentence = screen.getByText('18 days left');
  const bar = container.querySelector('svg');
  expect(bar?.contains(sentence)).toBe(false);
  expect(bar?.getAttribute('aria-hidden')).toBe('true');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByRole('meter')).toBeNull();
});

it.each([
  [12, 30, ['40%']],
  [0, 30, ['0%']],
  [-5, 30, ['0%']],
  [0, 0, ['0%']],
  [300, 200, ['66.7%', '33.3%']],
])('draws %d of %d', (value, maxValue, expected) => {
  const { container } = render(
    <Meter value={value} maxValue={maxValue}>
      words
    </Meter>,
  );
  expect(widths(container)).toEqual(expected);
  expect(container.querySelector('[style]')).toBeNull();
});
