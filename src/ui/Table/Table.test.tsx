import { act, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { states } from './Table.states.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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

it('scrolls in a box that has a name and a tab stop only while it scrolls', () => {
  let resized = (): void => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(run: () => void) {
        resized = run;
      }
      observe() {}
      disconnect() {}
    },
  );
  const width = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(0);
  render(states['scrolls when narrow']());
  act(resized);
  // The box has a role and a name only if it scrolls. Its name is not the caption, because the table already has the caption as a name.
  expect(screen.queryByRole('group')).toBeNull();
  expect(screen.getByRole('table', { name: 'Rates after the quota' })).toBeTruthy();
  width.mockReturnValue(900);
  act(resized);
  expect(screen.getByRole('group', { name: 'Scrolls sideways' }).tabIndex).toBe(0);
});
