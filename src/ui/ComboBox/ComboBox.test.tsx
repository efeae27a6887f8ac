import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { spoken } from '#ui/testing/announcements.ts';
import { ComboBox } from './ComboBox.tsx';
import type { ComboBoxItem } from './match.ts';

const countries: ComboBoxItem[] = [
  { id: 'FR', name: 'France', code: 'FR' },
  { id: 'DE', name: 'Germany', code: 'DE', otherNames: ['Deutschland'] },
  { id: 'NL', name: 'Netherlands', code: 'NL', otherNames: ['Holland'] },
  { id: 'NE', name: 'Niger', code: 'NE' },
  { id: 'NG', name: 'Nigeria', code: 'NG' },
  { id: 'RE', name: 'Réunion', code: 'RE' },
  { id: 'LC', name: 'St. Lucia', code: 'LC' },
  { id: 'TT', name: 'Trinidad & Tobago', code: 'TT', otherNames: ['Iëre’s Isle'] },
];

// The virtual list draws what fits, and in jsdom nothing has a size.
beforeAll(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
});

function Page({ start = null }: { start?: string | null }) {
  const [selectedKey, setSelectedKey] = useState<string | null>(start);
  return (
    <>
      <ComboBox
        label="Country"
        name="country"
        items={countries}
        selectedKey={selectedKey}
        onSelectionChange={setSelectedKey}
        autoComplete="country-name"
      />
      <p>Chosen: {selectedKey ?? 'nothing'}</p>
      <button onClick={() => setSelectedKey('FR')}>Reset to France</button>
    </>
  );
}

const chosen = () => screen.getByText(/^Chosen:/).textContent?.replace('Chosen: ', '');
const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' });
const options = () => screen.queryAllByRole('option').map((option) => option.firstElementChild?.textContent);

it('has a label, shows the stored value and submits its key', () => {
  render(<Page start="DE" />);
  expect(input().value).toBe('Germany');
  expect(input().getAttribute('aria-expanded')).toBe('false');
  expect(input().autocomplete).toBe('country-name');
  expect(document.querySelector<HTMLInputElement>('input[name="country"]')?.value).toBe('DE');
});

it.each([
  ['part of the name', 'germ', 'Germany'],
  ['another name', 'hol', 'Netherlands'],
  ['the code', 'DE', 'Germany'],
  ['letters without accents', 'reun', 'Réunion'],
  ['a short form as it stands', 'st', 'St. Lucia'],
  ['a short form with its dot', 'St. L', 'St. Lucia'],
  ['a short form without its dot', 'st luc', 'St. Lucia'],
  ['what a short form stands for', 'sain', 'St. Lucia'],
  ['a sign', 'trinidad &', 'Trinidad & Tobago'],
  ['the word for a sign', 'trinidad and t', 'Trinidad & Tobago'],
  ['an article that its name is without', 'the neth', 'Netherlands'],
  ['a straight apostrophe', "iere's", 'Trinidad & Tobago'],
])('finds by %s', async (_, typed, found) => {
  render(<Page />);
  await userEvent.type(input(), typed);
  expect(options()).toContain(found);
});

it('begins with what has the text as its code', async () => {
  render(<Page />);
  await userEvent.type(input(), 'ne');
  expect(options()).toEqual(['Niger', 'Netherlands']);
  await userEvent.type(input(), 't');
  expect(options()).toEqual(['Netherlands']);
});

it('takes the only match with Enter', async () => {
  render(<Page />);
  await userEvent.type(input(), 'germ{Enter}');
  expect(chosen()).toBe('DE');
  expect(input().value).toBe('Germany');
  expect(input().getAttribute('aria-expanded')).toBe('false');
});

it.each([
  ['a name typed in full', 'nigeria', 'NG'],
  ['an ambiguous beginning', 'nig', null],
])('keeps the Enter that ends %s from sending the form; the next one sends it', async (_, typed, key) => {
  const onSubmit = vi.fn((event: React.SyntheticEvent) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Page />
      <button>Send</button>
    </form>,
  );
  await userEvent.type(input(), `${typed}{Enter}`);
  expect(onSubmit).not.toHaveBeenCalled();
  if (key === null) return;
  expect(chosen()).toBe(key);
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it('says once and politely how many options are left, after the last letter', async () => {
  render(
    <>
      <Announcer />
      <Page />
    </>,
  );
  await userEvent.type(input(), 'nig');
  await waitFor(() => expect(spoken()).toEqual({ polite: ['2 options available.'], assertive: [] }));
  // React Aria's own live region.
  expect(screen.queryByRole('log')).toBeNull();
});

it('says no number for a list that is gone by then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(
    <>
      <Announcer />
      <Page />
    </>,
  );
  await userEvent.type(input(), 'germ{Enter}');
  act(() => void vi.advanceTimersByTime(1000));
  expect(spoken()).toEqual({ polite: [], assertive: [] });
});

it.each([
  ['Home', '{Home}', 'Tab'],
  ['End', '{End}', 'Tab'],
  ['Home', '{Home}', 'Enter'],
  ['End', '{Shift>}{End}{/Shift}', 'Enter'],
])('leaves %s to the text: no option is gone to, and none is taken after it', async (_, keys, last) => {
  render(<Page start="FR" />);
  await userEvent.type(input(), '{Control>}a{/Control}nig');
  await userEvent.keyboard('{ArrowDown}');
  expect(input().getAttribute('aria-activedescendant')).toBeTruthy();
  await userEvent.keyboard(keys);
  expect(input().getAttribute('aria-activedescendant')).toBeNull();
  expect([input().selectionStart, input().selectionEnd]).toContain(keys === '{Home}' ? 0 : 3);
  await userEvent.keyboard(`{${last}}`);
  expect(chosen()).toBe('FR');
});

it('takes nothing with Enter while several match', async () => {
  render(<Page start="FR" />);
  await userEvent.clear(input());
  await userEvent.type(input(), 'nig{Enter}');
  expect(chosen()).not.toBe('NE');
  expect(chosen()).not.toBe('NG');
});

it('takes a name typed in full with Tab, also one that begins like another', async () => {
  render(<Page />);
  await userEvent.type(input(), 'nigeria');
  await userEvent.tab();
  expect(chosen()).toBe('NG');
  expect(input().value).toBe('Nigeria');
});

it.each([
  ['a code', 'ng', 'NG', 'Nigeria'],
  ['another name', 'holland', 'NL', 'Netherlands'],
])('takes %s on leaving', async (_, typed, expected, shown) => {
  render(<Page start="FR" />);
  await userEvent.clear(input());
  await userEvent.type(input(), typed);
  await userEvent.tab();
  expect(chosen()).toBe(expected);
  expect(input().value).toBe(shown);
});

it('goes back to the old value after nonsense, even when it passed a country on the way', async () => {
  render(<Page start="FR" />);
  await userEvent.type(input(), '{Control>}a{/Control}nigerx');
  await userEvent.tab();
  expect(chosen()).toBe('FR');
  expect(input().value).toBe('France');
});

it('keeps what was just chosen when it is typed in at once', async () => {
  render(<Page start="DE" />);
  await userEvent.clear(input());
  await userEvent.type(input(), 'franc{Enter}');
  expect(chosen()).toBe('FR');
  await userEvent.type(input(), ' x');
  expect(chosen()).toBe('FR');
  await userEvent.tab();
  expect(chosen()).toBe('FR');
  expect(input().value).toBe('France');
});

it('keeps the value when it is entered and left', async () => {
  render(<Page start="DE" />);
  await userEvent.tab();
  await userEvent.tab();
  expect(chosen()).toBe('DE');
  expect(input().value).toBe('Germany');
});

it('is emptied on purpose only', async () => {
  render(<Page start="DE" />);
  await userEvent.clear(input());
  await userEvent.tab();
  expect(chosen()).toBe('nothing');
  expect(input().value).toBe('');
});

it.each([
  ['a name', 'Germany'],
  ['a code', 'DE'],
])('takes what autofill puts in: %s', async (_, filled) => {
  render(<Page start="FR" />);
  act(() => {
    fireEvent.input(input(), { target: { value: filled } });
  });
  expect(chosen()).toBe('DE');
  fireEvent.blur(input());
  expect(input().value).toBe('Germany');
});

it('chooses with the arrow keys', async () => {
  render(<Page start="FR" />);
  input().focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(options().length).toBeGreaterThan(1);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen()).toBe('DE');
  expect(input().value).toBe('Germany');
});

it('follows a value that is set from outside', async () => {
  render(<Page start="DE" />);
  await userEvent.click(screen.getByRole('button', { name: 'Reset to France' }));
  expect(input().value).toBe('France');
});

it('keeps Page Up and Page Down for the list while it is open', async () => {
  render(<Page start="DE" />);
  input().focus();
  const isLeftToThePage = (key: string) => fireEvent.keyDown(input(), { key });
  expect(['PageUp', 'PageDown'].map(isLeftToThePage)).toEqual([true, true]);
  await userEvent.keyboard('{ArrowDown}');
  expect(['PageUp', 'PageDown'].map(isLeftToThePage)).toEqual([false, false]);
});

it('draws only the options in sight and the focused one, and counts all of them', async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({ id: `${index}`, name: `Country ${index}` }));
  render(<ComboBox label="Country" items={many} selectedKey="200" onSelectionChange={vi.fn()} />);
  input().focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(options().length).toBeLessThan(20);
  const focused = document.getElementById(input().getAttribute('aria-activedescendant') ?? '');
  expect([focused?.textContent, focused?.getAttribute('aria-posinset'), focused?.getAttribute('aria-setsize')]).toEqual([
    'Country 200',
    '201',
    '300',
  ]);
});

it('closes by a press elsewhere', async () => {
  render(<Page start="FR" />);
  await userEvent.click(screen.getByRole('button', { name: /Show/ }));
  expect(input().getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(document.body);
  expect(input().getAttribute('aria-expanded')).toBe('false');
  expect(chosen()).toBe('FR');
});

it('explains why nothing can be chosen yet, and stays reachable', async () => {
  render(
    <ComboBox label="Tax ID type" items={[]} selectedKey={null} onSelectionChange={vi.fn()} unavailableReason="Choose a country first" />,
  );
  await userEvent.tab();
  const field = screen.getByRole('combobox', { name: 'Tax ID type', description: 'Choose a country first' });
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('x');
  expect(screen.queryByRole('listbox')).toBeNull();
});
