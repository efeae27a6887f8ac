import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DateText } from './DateText.tsx';

it('prints the UTC date in one text node, with its machine form', () => {
  const { container } = render(<DateText seconds={1_796_083_199} />);
  const time = container.querySelector('time');
  expect(time?.childNodes).toHaveLength(1);
  expect(time?.textContent).toBe('Nov 30, 2026');
  expect(time?.dateTime).toBe('2026-11-30');
});

it('prints the time of day when asked', () => {
  expect(render(<DateText seconds={1_796_083_199} format="date-time" />).container.textContent).toBe('Nov 30, 2026, 23:59 UTC');
});
