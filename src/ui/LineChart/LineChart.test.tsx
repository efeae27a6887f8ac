import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { states } from './LineChart.states.tsx';
import { linePath } from './line-scales.ts';

const chart = () => screen.getByRole('slider');

it('is one stop of the keyboard that is called a chart and is not read-only; keys go along the points', () => {
  render(states['spent, forecast and limit']());
  expect(chart().getAttribute('aria-roledescription')).toBe('chart');
  expect([chart().tabIndex, chart().hasAttribute('aria-readonly')]).toEqual([0, false]);
  for (const [key, words] of [
    ['End', 'Nov 30: $640 expected'],
    ['ArrowLeft', 'Nov 20: $386'],
    ['Home', 'Nov 1: $25'],
    ['ArrowUp', 'Nov 2: $26'],
  ] as const) {
    fireEvent.keyDown(chart(), { key });
    expect(chart().getAttribute('aria-valuetext')).toBe(words);
    expect(screen.getByText(words)).toBeDefined();
  }
});

it('draws the area of what was spent, and a band and a line from there to the forecast after a gap', () => {
  const { container } = render(states['spent, forecast and limit']());
  const paths = [...container.querySelectorAll('[role=slider] > svg > path')].map((path) => path.getAttribute('d') ?? '');
  const start = (path: string | undefined): string => /M[\d.]+ [\d.]+/.exec(path ?? '')?.[0] ?? '';
  const [area, band, today, forecast, line, limit] = paths;
  expect(area).toBe(`${line}V${/V([\d.]+)$/.exec(today ?? '')?.[1]}H${/M([\d.]+) /.exec(line ?? '')?.[1]}Z`);
  const lastOfLine = (line ?? '').split('L').at(-1);
  expect(start(band)).toBe(`M${lastOfLine}`);
  expect(Number(/M([\d.]+)/.exec(forecast ?? '')?.[1])).toBeGreaterThan(Number(lastOfLine?.split(' ')[0]));
  expect(limit).toMatch(/^M[\d.]+ [\d.]+H640$/);
  expect(container.querySelector('[style]')).toBeNull();
});

it('leaves out a limit that would flatten everything else', () => {
  const { container: withLimit } = render(states['spent, forecast and limit']());
  const { container: without } = render(states['a limit too high to draw']());
  const count = (container: Element): number => container.querySelectorAll('path').length;
  expect(count(without)).toBe(count(withLimit) - 1);
});

it('names every line, and marks the chosen point of each that has a value there', () => {
  const { container } = render(states['a line per project']());
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'streaming-api',
    'live-chat',
    'editorial',
    'archive',
    'search',
  ]);
  expect(container.querySelectorAll('circle')).toHaveLength(5);
  fireEvent.keyDown(chart(), { key: 'Home' });
  for (let step = 0; step < 5; step += 1) fireEvent.keyDown(chart(), { key: 'ArrowRight' });
  expect(container.querySelectorAll('circle')).toHaveLength(4);
});

it('interrupts a line at a missing value, and keeps a balance until it changes', () => {
  expect(linePath([[0, 1], null, [2, 3], [4, 5]], false)).toBe('M0 1M2 3L4 5');
  expect(
    linePath(
      [
        [0, 1],
        [2, 3],
      ],
      true,
    ),
  ).toBe('M0 1H2V3');
});
