import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { states } from './Table.states.tsx';

it('is a native table with caption, column headers and row headers', () => {
  render(states['invoice lines']());
  const table = screen.getByRole('table', { name: 'Lines so far this cycle' });
  expect(table.tagName).toBe('TABLE');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => [header.textContent, header.getAttribute('scope')]),
  ).toEqual([
    ['Item', 'col'],
    ['How it adds up', 'col'],
    ['Amount', 'col'],
  ]);
  expect(within(table).getByRole('rowheader', { name: 'Compute' }).getAttribute('scope')).toBe('rowgroup');
  expect(within(table).getByRole('row', { name: /Projected Costs/ }).dataset['variant']).toBe('total');
  expect(screen.queryByRole('region')).toBeNull();
});

it('scrolls in a named box that can be reached by keyboard', () => {
  render(states['scrolls when narrow']());
  expect(screen.getByRole('region', { name: 'Rates after the quota' }).tabIndex).toBe(0);
});
