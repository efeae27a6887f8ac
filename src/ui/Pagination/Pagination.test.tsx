import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { Pagination } from './Pagination.tsx';

function Pages() {
  const [page, setPage] = useState(1);
  return (
    <>
      <Announcer />
      <Pagination
        label="Invoice pages"
        previousLabel="Previous invoices"
        nextLabel="Next invoices"
        summary={page === 1 ? 'Showing 1 to 5 out of 7 invoices' : 'Showing 6 to 7 out of 7 invoices'}
        hasPrevious={page > 1}
        hasNext={page < 2}
        onPrevious={() => setPage(1)}
        onNext={() => setPage(2)}
      />
    </>
  );
}

it('is a named navigation that says nothing at load', () => {
  render(<Pages />);
  expect(screen.getByRole('navigation', { name: 'Invoice pages' })).toBeTruthy();
  expect(announcedMessages()).toEqual({ polite: [], assertive: [] });
});

it('says once what is shown after turning, and keeps focus on a button that goes no further', async () => {
  render(<Pages />);
  const next = screen.getByRole('button', { name: 'Next invoices' });
  await userEvent.click(next);
  expect(announcedMessages().polite).toEqual(['Showing 6 to 7 out of 7 invoices']);
  expect(document.activeElement).toBe(next);
  expect(screen.getByRole('button', { name: 'Next invoices', description: 'This is the last page.' })).toBe(next);
  await userEvent.keyboard('{Enter}');
  expect(announcedMessages().polite).toEqual(['Showing 6 to 7 out of 7 invoices', 'This is the last page.']);
});

it('does not repeat what others change', () => {
  const { rerender } = render(<Pages />);
  rerender(<Pages key="other data" />);
  expect(announcedMessages().polite).toEqual([]);
});
