import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { chosenCountry, countryInput, CountryPage, mockListSize, shownOptions } from '#ui/testing/country-page.tsx';
import { ComboBox } from './ComboBox.tsx';

beforeAll(mockListSize);

it('is emptied on purpose only', async () => {
  render(<CountryPage start="DE" />);
  await userEvent.clear(countryInput());
  await userEvent.tab();
  expect(chosenCountry()).toBe('nothing');
  expect(countryInput().value).toBe('');
});

it.each([
  ['a name', 'Germany'],
  ['a code', 'DE'],
])('takes what autofill puts in: %s', async (_, filled) => {
  render(<CountryPage start="FR" />);
  act(() => {
    fireEvent.input(countryInput(), { target: { value: filled } });
  });
  expect(chosenCountry()).toBe('DE');
  fireEvent.blur(countryInput());
  expect(countryInput().value).toBe('Germany');
});

it('chooses with the arrow keys', async () => {
  render(<CountryPage start="FR" />);
  countryInput().focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(shownOptions().length).toBeGreaterThan(1);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosenCountry()).toBe('DE');
  expect(countryInput().value).toBe('Germany');
});

it('follows a value that is set from outside', async () => {
  render(<CountryPage start="DE" />);
  await userEvent.click(screen.getByRole('button', { name: 'Reset to France' }));
  expect(countryInput().value).toBe('France');
});

it('keeps Page Up and Page Down for the list while it is open', async () => {
  render(<CountryPage start="DE" />);
  countryInput().focus();
  const isLeftToThePage = (key: string) => fireEvent.keyDown(countryInput(), { key });
  expect(['PageUp', 'PageDown'].map(isLeftToThePage)).toEqual([true, true]);
  await userEvent.keyboard('{ArrowDown}');
  expect(['PageUp', 'PageDown'].map(isLeftToThePage)).toEqual([false, false]);
});

it('draws only the options in sight and the focused one, and counts all of them', async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({ id: `${index}`, name: `Country ${index}` }));
  render(<ComboBox label="Country" items={many} selectedKey="200" onSelectionChange={vi.fn()} />);
  countryInput().focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(shownOptions().length).toBeLessThan(20);
  const focused = document.getElementById(countryInput().getAttribute('aria-activedescendant') ?? '');
  expect([focused?.textContent, focused?.getAttribute('aria-posinset'), focused?.getAttribute('aria-setsize')]).toEqual([
    'Country 200',
    '201',
    '300',
  ]);
});

it('closes by a press elsewhere', async () => {
  render(<CountryPage start="FR" />);
  await userEvent.click(screen.getByRole('button', { name: /Show/ }));
  expect(countryInput().getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(document.body);
  expect(countryInput().getAttribute('aria-expanded')).toBe('false');
  expect(chosenCountry()).toBe('FR');
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
