import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmptyState } from './EmptyState.tsx';

it('is one sentence and nothing else if there is nothing to do', () => {
  const { container } = render(<EmptyState>No invoices for this organization yet</EmptyState>);
  expect(container.textContent).toBe('No invoices for this organization yet');
  expect(container.querySelectorAll('*')).toHaveLength(1);
});

it('has its one action after the sentence', () => {
  const { container } = render(<EmptyState action={<a href="#all">Show all</a>}>Nothing matches</EmptyState>);
  expect([...container.children].map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
    ['P', 'Nothing matches'],
    ['A', 'Show all'],
  ]);
});
