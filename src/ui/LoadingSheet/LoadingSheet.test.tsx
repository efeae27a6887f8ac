import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LoadingSheet } from './LoadingSheet.tsx';

it('has as many lines as asked for and says nothing', () => {
  const { container } = render(<LoadingSheet lines={5} />);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  expect(container.firstElementChild?.children).toHaveLength(5);
  expect(container.textContent).toBe('');
});

it('has further lines for narrow paper, which the style sheet leaves out on wide', () => {
  const { container } = render(<LoadingSheet lines={2} narrowLines={4} phoneLines={5} size="row" />);
  const sizes = Array.from(container.querySelectorAll('span'), ({ dataset }) => dataset.size);
  expect(sizes).toEqual(['row', 'row', 'narrow', 'narrow', 'phone']);
});
