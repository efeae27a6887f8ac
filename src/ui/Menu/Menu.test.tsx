import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { Menu } from './Menu.tsx';

const reason = 'Unable to delete a card that is currently active';

async function openMenu() {
  const onUse = vi.fn();
  const onDelete = vi.fn();
  render(
    <>
      <Announcer />
      <Menu
        label="Options"
        nameSuffix=" for Visa ending in 4242"
        items={[
          { id: 'use', label: 'Use this card', onAction: onUse },
          { id: 'delete', label: 'Delete card', onAction: onDelete, unavailableReason: reason },
        ]}
      />
    </>,
  );
  const button = screen.getByRole('button', { name: 'Options for Visa ending in 4242' });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  return { onUse, onDelete, button };
}

it('opens from a button that names what it is about', async () => {
  const { button } = await openMenu();
  expect(button.getAttribute('aria-haspopup')).toBe('true');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Use this card' }));
});

it('goes to its first item also where a screen reader presses the button', async () => {
  render(<Menu label="Options" nameSuffix=" for Visa" items={[{ id: 'use', label: 'Use this card', onAction: vi.fn() }]} />);
  act(() => screen.getByRole('button').focus());
  fireEvent.click(screen.getByRole('button'), { detail: 0 });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Use this card' })));
  // React Aria moves the focus one frame after the press.
  await act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Use this card' }));
});

it('acts and closes', async () => {
  const { onUse } = await openMenu();
  await userEvent.keyboard('{Enter}');
  expect(onUse).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).toBeNull();
});

it('lets an unavailable item be reached, explains it and does nothing', async () => {
  const { onDelete } = await openMenu();
  await userEvent.keyboard('{ArrowDown}');
  const item = screen.getByRole('menuitem', { name: 'Delete card', description: reason });
  expect(document.activeElement).toBe(item);
  expect(item.getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Enter}');
  expect(onDelete).not.toHaveBeenCalled();
  expect(screen.getByRole('menu')).toBeTruthy();
  expect(announcedMessages().polite).toEqual([reason]);
});

it('goes back to its button with Escape', async () => {
  await openMenu();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button')));
});

it.each(['{Tab}', '{Shift>}{Tab}{/Shift}'])('closes with %s and goes back to its button, from where Tab goes on', async (keys) => {
  const { button, onUse } = await openMenu();
  await userEvent.keyboard(keys);
  expect(screen.queryByRole('menu')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(onUse).not.toHaveBeenCalled();
});

it('explains itself when it cannot be opened at all', async () => {
  render(<Menu label="Options" nameSuffix=" for Visa" items={[]} unavailableReason="No permission" />);
  await userEvent.click(screen.getByRole('button', { name: 'Options for Visa', description: 'No permission' }));
  expect(screen.queryByRole('menu')).toBeNull();
});

it('opens at once where a press has asked for it, and leaves focus on its button', async () => {
  render(<Menu label="Options" nameSuffix=" for Visa" defaultOpen items={[{ id: 'use', label: 'Use this card', onAction: vi.fn() }]} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Use this card' })));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Options for Visa' })));
});
