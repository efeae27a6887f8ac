import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmptyState } from './EmptyState.tsx';

it('is one sentence and nothing else', () => {
  const { container } = render(<EmptyState>No invoices for this organization yet</EmptyState>);
  expect(container.textContent).toBe('No invoices for this organization yet');
  expect(container.querySelectorAll('*')).toHaveLength(1);
});
