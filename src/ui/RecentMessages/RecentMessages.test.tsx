import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { toast, toastDurations, toastSnapshot } from '#ui/Toast/toast.ts';
import { RecentMessages } from './RecentMessages.tsx';

it('keeps what was said, newest first, and the wish to keep messages on screen', async () => {
  render(<RecentMessages />);
  await userEvent.click(screen.getByRole('button', { name: 'Recent messages' }));
  expect(screen.getByText('No messages yet.')).toBeTruthy();
  for (const message of ['First', 'Second']) act(() => toast({ message, severity: 'info', durationMs: toastDurations.short }));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Second', 'First']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Keep messages on screen until closed' }));
  expect(toastSnapshot().keepsMessages).toBe(true);
});
