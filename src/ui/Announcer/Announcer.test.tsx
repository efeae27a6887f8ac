import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Announcer } from './Announcer.tsx';
import { ANNOUNCEMENT_STAYS_MS, HANDED_OVER_WITHIN_MS, announce, announcePassing } from './announce.ts';

const regions = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

it('is empty at load, speaks by channel, and is emptied again', () => {
  vi.useFakeTimers();
  render(<Announcer />);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.getByRole('alert').textContent).toBe('');
  act(() => announce('Loaded'));
  act(() => announce('Failed to retrieve invoices', 'assertive'));
  expect(screen.getByRole('status').textContent).toBe('Loaded');
  expect(screen.getByRole('alert').textContent).toBe('Failed to retrieve invoices');
  act(() => void vi.advanceTimersByTime(ANNOUNCEMENT_STAYS_MS));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.getByRole('alert').textContent).toBe('');
});

it('speaks the same words again as a new element', () => {
  render(<Announcer />);
  act(() => announce('Copied'));
  act(() => announce('Copied'));
  expect(screen.getAllByText('Copied')).toHaveLength(2);
});

it('puts what is urgent in the place of what was', () => {
  render(<Announcer />);
  act(() => announce('Failed to retrieve invoices', 'assertive'));
  act(() => announce('A payment method is required.', 'assertive'));
  expect(screen.getByRole('alert').textContent).toBe('A payment method is required.');
});

it('speaks through the innermost region only', () => {
  const { rerender } = render(<Announcer key="page" />);
  rerender(
    <>
      <Announcer key="page" />
      <Announcer key="dialog" />
    </>,
  );
  act(() => announce('Updating subscription...'));
  expect(regions()).toEqual(['', 'Updating subscription...']);
});

it('hands a message over when its dialog closes before it can have been heard', () => {
  vi.useFakeTimers();
  const { rerender } = render(
    <>
      <Announcer key="page" />
      <Announcer key="dialog" />
    </>,
  );
  act(() => announce('An old message'));
  act(() => void vi.advanceTimersByTime(HANDED_OVER_WITHIN_MS + 1));
  act(() => announce('A new message'));
  act(() => announcePassing('Charging your card...'));
  rerender(<Announcer key="page" />);
  expect(regions()).toEqual(['A new message']);
});
