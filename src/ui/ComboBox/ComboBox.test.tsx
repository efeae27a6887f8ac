import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { chosenCountry, countryInput, CountryPage, mockListSize, shownOptions } from '#ui/testing/country-page.tsx';

beforeAll(mockListSize);

it('has a label, shows the stored value and submits its key', () => {
  render(<CountryPage start="DE" />);
  expect(countryInput().value).toBe('Germany');
  expect(countryInput().getAttribute('aria-expanded')).toBe('false');
  expect(countryInput().autocomplete).toBe('country-name');
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
  render(<CountryPage />);
  await userEvent.type(countryInput(), typed);
  expect(shownOptions()).toContain(found);
});

it('begins with what has the text as its code', async () => {
  render(<CountryPage />);
  await userEvent.type(countryInput(), 'ne');
  expect(shownOptions()).toEqual(['Niger', 'Netherlands']);
  await userEvent.type(countryInput(), 't');
  expect(shownOptions()).toEqual(['Netherlands']);
});

it('takes the only match with Enter', async () => {
  render(<CountryPage />);
  await userEvent.type(countryInput(), 'germ{Enter}');
  expect(chosenCountry()).toBe('DE');
  expect(countryInput().value).toBe('Germany');
  expect(countryInput().getAttribute('aria-expanded')).toBe('false');
});

it.each([
  ['a name typed in full', 'nigeria', 'NG'],
  ['an ambiguous beginning', 'nig', null],
])('keeps the Enter that ends %s from sending the form; the next one sends it', async (_, typed, key) => {
  const onSubmit = vi.fn((event: React.SyntheticEvent) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <CountryPage />
      <button>Send</button>
    </form>,
  );
  await userEvent.type(countryInput(), `${typed}{Enter}`);
  expect(onSubmit).not.toHaveBeenCalled();
  if (key === null) return;
  expect(chosenCountry()).toBe(key);
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it('says once and politely how many options are left, after the last letter', async () => {
  render(
    <>
      <Announcer />
      <CountryPage />
    </>,
  );
  await userEvent.type(countryInput(), 'nig');
  await waitFor(() => expect(announcedMessages()).toEqual({ polite: ['2 options available.'], assertive: [] }));
  expect(screen.queryByRole('log')).toBeNull();
});

it('says no number that was right before the last letters', async () => {
  render(
    <>
      <Announcer />
      <CountryPage />
    </>,
  );
  await userEvent.type(countryInput(), 'nig');
  const late = document.createElement('div');
  late.textContent = '62 options available.';
  document.querySelector('[data-live-announcer]:not([data-announcer]) [role=log]')?.append(late);
  await waitFor(() => expect(announcedMessages().polite).toEqual(['2 options available.']));
});

it('says no number for a list that is gone by then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(
    <>
      <Announcer />
      <CountryPage />
    </>,
  );
  await userEvent.type(countryInput(), 'germ{Enter}');
  act(() => void vi.advanceTimersByTime(1000));
  expect(announcedMessages()).toEqual({ polite: [], assertive: [] });
});

it.each([
  ['Home', '{Home}', 'Tab'],
  ['End', '{End}', 'Tab'],
  ['Home', '{Home}', 'Enter'],
  ['End', '{Shift>}{End}{/Shift}', 'Enter'],
])('leaves %s to the text: no option is gone to, and none is taken after it', async (_, keys, last) => {
  render(<CountryPage start="FR" />);
  await userEvent.type(countryInput(), '{Control>}a{/Control}nig');
  await userEvent.keyboard('{ArrowDown}');
  expect(countryInput().getAttribute('aria-activedescendant')).toBeTruthy();
  await userEvent.keyboard(keys);
  expect(countryInput().getAttribute('aria-activedescendant')).toBeNull();
  expect([countryInput().selectionStart, countryInput().selectionEnd]).toContain(keys === '{Home}' ? 0 : 3);
  await userEvent.keyboard(`{${last}}`);
  expect(chosenCountry()).toBe('FR');
});

it('opens its list by Alt and Down at what is chosen, and closes it by Alt and Up without another choice', async () => {
  render(<CountryPage start="FR" />);
  await userEvent.tab();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(countryInput().getAttribute('aria-expanded')).toBe('false');
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(countryInput().getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('option', { selected: true }).id).toBe(countryInput().getAttribute('aria-activedescendant'));
  await userEvent.keyboard('{ArrowDown}{Alt>}{ArrowUp}{/Alt}');
  expect(countryInput().getAttribute('aria-expanded')).toBe('false');
  expect([chosenCountry(), countryInput().value, document.activeElement]).toEqual(['FR', 'France', countryInput()]);
});

it('takes nothing with Enter while several match', async () => {
  render(<CountryPage start="FR" />);
  await userEvent.clear(countryInput());
  await userEvent.type(countryInput(), 'nig{Enter}');
  expect(chosenCountry()).not.toBe('NE');
  expect(chosenCountry()).not.toBe('NG');
});

it('takes a name typed in full with Tab, also one that begins like another', async () => {
  render(<CountryPage />);
  await userEvent.type(countryInput(), 'nigeria');
  await userEvent.tab();
  expect(chosenCountry()).toBe('NG');
  expect(countryInput().value).toBe('Nigeria');
});

it.each([
  ['a code', 'ng', 'NG', 'Nigeria'],
  ['another name', 'holland', 'NL', 'Netherlands'],
])('takes %s on leaving', async (_, typed, expected, shown) => {
  render(<CountryPage start="FR" />);
  await userEvent.clear(countryInput());
  await userEvent.type(countryInput(), typed);
  await userEvent.tab();
  expect(chosenCountry()).toBe(expected);
  expect(countryInput().value).toBe(shown);
});

it('goes back to the old value after nonsense, even when it passed a country on the way', async () => {
  render(<CountryPage start="FR" />);
  await userEvent.type(countryInput(), '{Control>}a{/Control}nigerx');
  await userEvent.tab();
  expect(chosenCountry()).toBe('FR');
  expect(countryInput().value).toBe('France');
});

it('keeps what was just chosen when it is typed in at once', async () => {
  render(<CountryPage start="DE" />);
  await userEvent.clear(countryInput());
  await userEvent.type(countryInput(), 'franc{Enter}');
  expect(chosenCountry()).toBe('FR');
  await userEvent.type(countryInput(), ' x');
  expect(chosenCountry()).toBe('FR');
  await userEvent.tab();
  expect(chosenCountry()).toBe('FR');
  expect(countryInput().value).toBe('France');
});

it('keeps the value when it is entered and left', async () => {
  render(<CountryPage start="DE" />);
  await userEvent.tab();
  await userEvent.tab();
  expect(chosenCountry()).toBe('DE');
  expect(countryInput().value).toBe('Germany');
});
