import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AlertDialog } from './AlertDialog.tsx';

const words = {
  title: 'Delete Visa ending in 4242?',
  description: 'It can no longer be used.',
  actionLabel: 'Delete card',
  cancelLabel: 'Keep card',
};

it('asks by name and description, and starts on the harmless answer', async () => {
  render(<AlertDialog {...words} isOpen onOpenChange={vi.fn()} onAction={vi.fn()} />);
  expect(await screen.findByRole('alertdialog', { name: words.title, description: words.description })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep card' }));
});

it('starts on the action if told so', async () => {
  render(<AlertDialog {...words} isOpen onOpenChange={vi.fn()} onAction={vi.fn()} initialFocus="action" />);
  expect(await screen.findByRole('alertdialog', { name: words.title })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete card' }));
});

it('comes as a dialog: as an alert it would be read out, and once more for the focus in it', () => {
  vi.useFakeTimers();
  render(<AlertDialog {...words} isOpen onOpenChange={vi.fn()} onAction={vi.fn()} />);
  expect(screen.getByRole('dialog', { name: words.title, description: words.description })).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1100));
  expect(screen.getByRole('alertdialog', { name: words.title, description: words.description })).toBeTruthy();
  vi.useRealTimers();
});

it('answers', async () => {
  const onOpenChange = vi.fn();
  const onAction = vi.fn();
  render(<AlertDialog {...words} isOpen onOpenChange={onOpenChange} onAction={onAction} />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete card' }));
  expect(onAction).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Keep card' }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

it('takes neither answer while busy', async () => {
  const onOpenChange = vi.fn();
  const onAction = vi.fn();
  render(<AlertDialog {...words} isOpen onOpenChange={onOpenChange} onAction={onAction} busyMessage="Deleting..." />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete card' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep card' }));
  await userEvent.keyboard('{Escape}');
  expect(onAction).not.toHaveBeenCalled();
  expect(onOpenChange).not.toHaveBeenCalled();
});
