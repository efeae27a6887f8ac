import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ToggleButtonGroup } from './ToggleButtonGroup.tsx';

const views = [
  { id: 'lines', label: 'By item' },
  { id: 'projects', label: 'By project' },
] as const;

function Page() {
  const [view, setView] = useState<(typeof views)[number]['id']>('lines');
  return <ToggleButtonGroup label="Show costs" options={views} selectedKey={view} onSelectionChange={setView} />;
}

const pressed = () => screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent);

it('is a named group of which exactly one is pressed', async () => {
  render(<Page />);
  expect(screen.getByRole('group', { name: 'Show costs' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'By project' }));
  expect(pressed()).toEqual(['By project']);
  await userEvent.click(screen.getByRole('button', { name: 'By project' }));
  expect(pressed()).toEqual(['By project']);
});

it.each(['{Enter}', ' '])('can be reached by Tab and pressed by the key "%s"', async (key) => {
  render(<Page />);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard(key);
  expect(pressed()).toEqual(['By project']);
  expect(document.activeElement?.textContent).toBe('By project');
});
