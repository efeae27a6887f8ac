import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Button } from '#ui/Button/Button.tsx';
import { Menu } from '#ui/Menu/Menu.tsx';
import { SidePanel } from '#ui/SidePanel/SidePanel.tsx';
import { chosenCountry, countryInput, CountryPage, mockListSize, shownOptions } from '#ui/testing/country-page.tsx';
import { Toggletip } from '#ui/Toggletip/Toggletip.tsx';
import { Dialog } from './Dialog.tsx';

beforeAll(mockListSize);

const onOpenChange = vi.fn();
beforeEach(() => onOpenChange.mockClear());

const escape = () => userEvent.keyboard('{Escape}');

async function closesNow() {
  expect(onOpenChange).not.toHaveBeenCalled();
  await escape();
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
}

it.each([
  ['a dialog', Dialog],
  ['a side panel', SidePanel],
])('closes the open list of a combo box in %s first, with its choice kept', async (_, Modal) => {
  render(
    <Modal isOpen onOpenChange={onOpenChange} title="Top Up Credits">
      <CountryPage start="DE" />
    </Modal>,
  );
  countryInput().focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(shownOptions().length).toBeGreaterThan(1);
  await escape();
  expect([shownOptions(), chosenCountry(), countryInput().value]).toEqual([[], 'DE', 'Germany']);
  await closesNow();
});

it.each([
  ['DE', 'Germany'],
  [null, ''],
])('restores the choice %s of a combo box first, after letters that name no option', async (start, name) => {
  render(
    <Dialog isOpen onOpenChange={onOpenChange} title="Top Up Credits">
      <CountryPage start={start} />
    </Dialog>,
  );
  await userEvent.clear(countryInput());
  await userEvent.type(countryInput(), 'Fra');
  await escape();
  expect([shownOptions(), chosenCountry(), countryInput().value]).toEqual([[], start ?? 'nothing', name]);
  await closesNow();
});

it('closes an open menu first', async () => {
  render(
    <Dialog isOpen onOpenChange={onOpenChange} title="Cards">
      <Menu label="Options" nameSuffix=" for Visa" items={[{ id: 'use', label: 'Use this card', onAction: vi.fn() }]} />
    </Dialog>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Options for Visa' }));
  expect(screen.getByRole('menuitem')).toBeTruthy();
  await escape();
  expect(screen.queryByRole('menuitem')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Options for Visa' })));
  await closesNow();
});

it('closes an open remark first', async () => {
  render(
    <Dialog isOpen onOpenChange={onOpenChange} title="Costs">
      <Toggletip label="About Compute Credits">The first project is covered.</Toggletip>
    </Dialog>,
  );
  const remark = screen.getByRole('button', { name: 'About Compute Credits' });
  await userEvent.click(remark);
  expect(remark.getAttribute('aria-expanded')).toBe('true');
  await escape();
  expect(remark.getAttribute('aria-expanded')).toBe('false');
  await closesNow();
});

it('hides an open tooltip first, and closes at once where none is open', async () => {
  render(
    <Dialog isOpen onOpenChange={onOpenChange} title="Spend cap">
      <Button unavailableReason="Choose the other option first.">Confirm</Button>
    </Dialog>,
  );
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  await closesNow();
  onOpenChange.mockClear();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Confirm' }));
  await escape();
  await closesNow();
});

it.each([
  ['composes', { isComposing: true }],
  ['ends a composition in Safari', { keyCode: 229 }],
])('leaves the Escape that %s to the input method', async (_, composing) => {
  render(
    <Dialog isOpen onOpenChange={onOpenChange} title="Top Up Credits">
      <input aria-label="Name" />
    </Dialog>,
  );
  const name = screen.getByRole('textbox', { name: 'Name' });
  name.focus();
  fireEvent.keyDown(name, { key: 'Escape', ...composing });
  expect(screen.getByRole('dialog', { name: 'Top Up Credits' })).toBeTruthy();
  await closesNow();
});
