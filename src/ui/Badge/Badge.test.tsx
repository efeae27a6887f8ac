import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Badge } from './Badge.tsx';

it('carries its meaning in a word', () => {
  render(<Badge variant="negative">Outstanding</Badge>);
  expect(screen.getByText('Outstanding').dataset['variant']).toBe('negative');
});
