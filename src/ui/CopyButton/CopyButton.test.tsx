import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { COPIED_SHOWS_MS, CopyButton } from './CopyButton.tsx';

const copyWith = async (writeText: () => Promise<void>) => {
  vi.useFakeTimers();
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  render(
    <>
      <Announcer />
      <CopyButton value="https://example.com">Copy link</CopyButton>
    </>,
  );
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy link' })));
};

it('copies, says so, keeps its name, and resets after three seconds', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  await copyWith(writeText);
  expect(writeText).toHaveBeenCalledWith('https://example.com');
  expect(announcedMessages().polite).toEqual(['Copied']);
  expect(screen.getByRole('button', { name: 'Copy link' }).textContent).toContain('Copied');
  act(() => void vi.advanceTimersByTime(COPIED_SHOWS_MS));
  expect(screen.getByRole('button', { name: 'Copy link' }).textContent).toBe('Copy link');
});

it('says when the browser refuses', async () => {
  await copyWith(() => Promise.reject(new Error('denied')));
  expect(announcedMessages().assertive).toEqual(['Could not copy. Select the text and copy it yourself.']);
});
