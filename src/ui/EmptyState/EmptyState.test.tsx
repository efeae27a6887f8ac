import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmptyState } from './EmptyState.tsx';

it('is one sentence; the blank lines are silent', () => {
  const { container } = render(<EmptyState blankLines={3}>No invoices for this organization yet</EmptyState>);
  expect(container.textContent).toBe('No invoices for this organization yet');
  expect(container.querySelector('[aria-hidden="true"]')?.children).toHaveLength(3);
});
