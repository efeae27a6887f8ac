import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { states } from './BarChart.states.tsx';

const value = () => screen.getByRole('slider').getAttribute('aria-valuetext');

it('is one stop of the keyboard; arrows go along the points and their words are heard and seen', () => {
  render(states['one series']());
  const slider = screen.getByRole('slider', { name: 'Spend by day' });
  expect([slider.getAttribute('aria-roledescription'), slider.hasAttribute('aria-readonly')]).toEqual(['chart', false]);
  expect([slider.tabIndex, value()]).toEqual([0, 'Nov: $85']);
  for (const [key, words] of [
    ['ArrowLeft', 'Oct: $73'],
    ['Home', 'Jun: $25'],
    ['ArrowLeft', 'Jun: $25'],
    ['ArrowUp', 'Jul: $37'],
    ['End', 'Nov: $85'],
  ] as const) {
    fireEvent.keyDown(slider, { key });
    expect(value()).toBe(words);
    expect(screen.getByText(words)).toBeDefined();
  }
  expect(fireEvent.keyDown(slider, { key: 'Tab' })).toBe(true);
});

it('has a pattern for each of six series on paper, names each, and draws without a style attribute', () => {
  const { container } = render(states['six series']());
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Plan',
    'Compute',
    'Egress',
    'Storage',
    'Functions',
    'Everything else',
  ]);
  const fills = new Set([...container.querySelectorAll('[role=slider] rect[fill]')].map((rect) => rect.getAttribute('fill')));
  expect(fills.size).toBe(6);
  expect(container.querySelector('[style]')).toBeNull();
  expect(container.querySelector('[role=slider] > svg')?.getAttribute('aria-hidden')).toBe('true');
});

it('draws what is below nothing below the base line', () => {
  const { container } = render(states['amounts below nothing']());
  const bars = [...container.querySelectorAll('[role=slider] rect[data-series]')];
  const edges = bars.map((bar) => Number(bar.getAttribute('y')) + Number(bar.getAttribute('height')));
  const lowest = Math.max(...edges);
  expect(edges.filter((edge) => edge === lowest)).toHaveLength(1);
  expect(bars.every((bar) => Number(bar.getAttribute('height')) > 0)).toBe(true);
});
