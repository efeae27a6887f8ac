import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { CommandMenu } from './CommandMenu.tsx';

const topUp = vi.fn<() => void>();
const cap = vi.fn<() => void>();

function Search() {
  const [value, setValue] = useState('');
  const commands = [
    { id: 'top-up', words: 'Top up credits', onAction: topUp },
    { id: 'cap', words: 'Change spend cap', unavailableReason: 'You may not.', onAction: cap },
  ].filter(({ words }) => words.toLowerCase().includes(value));
  const groups = commands.length > 0 ? [{ id: 'actions', title: 'Actions', commands }] : [];
  return (
    <CommandMenu label="Action" listLabel="Results" groups={groups} none="Nothing matches" value={value} onChange={setValue} autoFocus />
  );
}

it('keeps the focus in the field, goes along the list by arrows and does what is chosen by Enter', async () => {
  render(<Search />);
  const field = screen.getByRole('combobox', { name: 'Action', expanded: true });
  // If the last press in the document came from a screen reader, React Aria moves the focus one frame later.
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(field);
  expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toContain('Top up credits');
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Top up credits');
  expect(screen.getByRole('listbox', { name: 'Results' }).id).toBe(field.getAttribute('aria-controls'));
  await userEvent.keyboard('{Enter}');
  expect(topUp).toHaveBeenCalledTimes(1);
});

it('lists what can not be done with its reason, and does nothing', async () => {
  render(<Search />);
  await userEvent.keyboard('spend');
  const item = screen.getByRole('option', { name: 'Change spend cap', description: 'You may not.' });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(item);
  expect(cap).not.toHaveBeenCalled();
});

it('says where nothing matches, and empties the field by Escape', async () => {
  render(<Search />);
  await userEvent.keyboard('xyz');
  expect(screen.getByText('Nothing matches')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.getAllByRole('option')).toHaveLength(2);
});
