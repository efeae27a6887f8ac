import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Fragment, useState, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { Dialog } from '#ui/Dialog/Dialog.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { SectionError } from './SectionError.tsx';

it('shows message and attempt, names its button for the section, keeps focus while trying again', async () => {
  const onRetry = vi.fn(() => new Promise<boolean>(() => undefined));
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
  expect(announcedMessages().polite).toEqual(['Trying again: Past invoices']);
});

function Invoices({ failures, around }: { failures: number; around: (content: ReactNode, isThere: boolean) => ReactNode }) {
  const [attempt, setAttempt] = useState(1);
  const isThere = attempt > failures;
  const retry = () => {
    setAttempt(attempt + 1);
    return Promise.resolve(attempt + 1 > failures);
  };
  return (
    <>
      <h1 tabIndex={-1}>Billing</h1>
      <Announcer />
      {around(
        isThere ? (
          <p>All paid</p>
        ) : (
          <SectionError message="Failed to retrieve invoices" sectionTitle="invoices" attempt={attempt} onRetry={retry} />
        ),
        isThere,
      )}
    </>
  );
}

const inSection = (content: ReactNode) => (
  <SectionSheet id="invoices" title="Past invoices">
    {content}
  </SectionSheet>
);
const inNewSection = (content: ReactNode, isThere: boolean) => <Fragment key={String(isThere)}>{inSection(content)}</Fragment>;
const inDialog = (content: ReactNode) => (
  <Dialog isOpen onOpenChange={() => undefined} title="Find invoices">
    {content}
  </Dialog>
);

it.each([
  ['its section', inSection, 'Past invoices'],
  ['the section that replaces its own', inNewSection, 'Past invoices'],
  ['its dialog', inDialog, 'Find invoices'],
  ['a plain page', (content: ReactNode) => content, 'Billing'],
])('leaves the focus to the heading of %s once it worked, and says so once', async (_, around, heading) => {
  render(<Invoices failures={1} around={around} />);
  await userEvent.click(screen.getByRole('button', { name: 'Retry, invoices' }));
  expect(screen.getByText('All paid')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: heading }));
  expect(announcedMessages()).toEqual({ polite: ['Trying again: invoices', 'Loaded: invoices'], assertive: [] });
});

it('keeps the focus when it failed again, and says that', async () => {
  render(<Invoices failures={2} around={inSection} />);
  const retry = screen.getByRole('button', { name: 'Retry, invoices' });
  expect(screen.queryByText(/^Attempt/)).toBeNull();
  await userEvent.click(retry);
  expect(screen.getByText('Attempt 2')).toBeTruthy();
  expect(document.activeElement).toBe(retry);
  expect(announcedMessages()).toEqual({ polite: ['Trying again: invoices'], assertive: ['Failed to retrieve invoices'] });
});
