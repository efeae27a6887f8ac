import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { states } from './Banner.states.tsx';

it('is a region named by its heading, and no alert', () => {
  render(states.warning());
  expect(screen.getByRole('region', { name: 'Warning: your organization has exceeded its quota' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2 })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Egress Exceeded', 'DB Size Exceeded']);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});
