import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Dialog } from '#ui/Dialog/Dialog.tsx';
import { Toggletip } from './Toggletip.tsx';

const box = () => document.querySelector('[popover]');

it('opens and closes by its button, with the words right behind it', async () => {
  render(<Toggletip label="About Compute Credits">The first project is covered.</Toggletip>);
  const button = screen.getByRole('button', { name: 'About Compute Credits', expanded: false });
  expect(button.nextElementSibling).toBe(box());
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(box()?.hasAttribute('data-popover-open')).toBe(true);
  await userEvent.click(button);
  expect(box()?.hasAttribute('data-popover-open')).toBe(false);
});

it('closes when the focus has left its button and its words, for it would cover what has the focus then', async () => {
  render(
    <main tabIndex={-1}>
      <button>Previous</button>
      <Toggletip label="About">
        Words <a href="#more">Read more</a>
      </Toggletip>
      <button>Next</button>
    </main>,
  );
  const button = screen.getByRole('button', { name: 'About' });
  const isOpen = () => button.getAttribute('aria-expanded');
  await userEvent.click(button);
  // jsdom does not show popovers, so the test focuses the link directly instead of by Tab.
  act(() => screen.getByRole('link', { hidden: true }).focus());
  expect(isOpen()).toBe('true');
  await userEvent.click(screen.getByText('Words'));
  expect(isOpen()).toBe('true');
  act(() => button.focus());
  await userEvent.tab();
  expect([document.activeElement, isOpen()]).toEqual([screen.getByRole('button', { name: 'Next' }), 'false']);
  expect(box()?.hasAttribute('data-popover-open')).toBe(false);
  await userEvent.click(button);
  await userEvent.tab({ shift: true });
  expect([document.activeElement, isOpen()]).toEqual([screen.getByRole('button', { name: 'Previous' }), 'false']);
});

it('closes with Escape wherever the focus is, without the dialog around it', async () => {
  const onOpenChange = vi.fn();
  render(
    <Dialog isOpen onOpenChange={onOpenChange} title="Top Up Credits">
      <Toggletip label="About">Words</Toggletip>
    </Dialog>,
  );
  const button = screen.getByRole('button', { name: 'About' });
  await userEvent.click(button);
  button.blur();
  await userEvent.keyboard('{Escape}');
  expect([document.activeElement, button.getAttribute('aria-expanded')]).toEqual([button, 'false']);
  expect(onOpenChange).not.toHaveBeenCalled();
});

it('closes with Escape, alone and with focus kept, and by a press elsewhere', async () => {
  const onKeyDown = vi.fn();
  render(
    <div role="presentation" onKeyDown={onKeyDown}>
      <Toggletip label="About">Words</Toggletip>
      <p>elsewhere</p>
    </div>,
  );
  const button = screen.getByRole('button');
  await userEvent.click(button);
  await userEvent.keyboard('{Escape}');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(button);
  expect(onKeyDown).not.toHaveBeenCalled();
  await userEvent.click(button);
  await userEvent.click(screen.getByText('elsewhere'));
  expect(button.getAttribute('aria-expanded')).toBe('false');
});
