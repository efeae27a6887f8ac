import { render } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, it, vi } from 'vitest';
import { expectNoAxeViolations } from './axe.ts';
import { loadStates } from './states.ts';

const states = await loadStates();

it.each(states)('$component, $state: rules of accessibility hold, and React has no complaint', async (entry) => {
  const complaints = vi.spyOn(console, 'error');
  render(
    <StrictMode>
      <main>{entry.render()}</main>
    </StrictMode>,
  );
  await expectNoAxeViolations(document.body);
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockRestore();
});

it('covers right to left in every component with words', () => {
  const silent = new Set(['Announcer', 'Icon', 'LoadingSheet', 'SkipLink', 'VisuallyHidden', 'ThemeSwitch', 'CardPlate']);
  const withWords = new Set(states.map(({ component }) => component).filter((component) => !silent.has(component)));
  const rightToLeft = new Set(states.filter(({ state }) => state === 'right to left').map(({ component }) => component));
  expect([...withWords].filter((component) => !rightToLeft.has(component))).toEqual([]);
});
