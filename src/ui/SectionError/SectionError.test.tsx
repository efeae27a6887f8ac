import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { spoken } from '#ui/testing/announcements.ts';
import { SectionError } from './SectionError.tsx';

it('shows message and attempt, names its button for the section, keeps focus while trying again', async () => {
  const onRetry = vi.fn();
  const error = (isRetrying: boolean) => (
    <>
      <Announcer />
      <SectionError
        message="Failed to retrieve invoices"
        sectionTitle="Past invoices"
        attempt={2}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    </>
  );
  const { rerender } = render(error(false));
  expect(screen.getByText('Failed to retrieve invoices')).toBeTruthy();
  expect(screen.getByText('Attempt 2')).toBeTruthy();
  const retry = screen.getByRole('button', { name: 'Retry, Past invoices' });
  await userEvent.click(retry);
  expect(onRetry).toHaveBeenCalledTimes(1);
  rerender(error(true));
  expect(document.activeElement).toBe(retry);
  expect(spoken().polite).toEqual(['Trying again: Past invoices']);
});
