import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from '#ui/Dialog/Dialog.tsx';
import { ErrorBoundary, KnownPaymentContext } from './ErrorBoundary.tsx';

let breaks = true;
function Part() {
  if (breaks) throw new Error('of the test');
  return <p>Whole</p>;
}

beforeEach(() => {
  breaks = true;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

it('keeps a dialog whose content breaks, with what is known of the payment, and shows the content again', async () => {
  const onOpenChange = vi.fn();
  render(
    <KnownPaymentContext value={<p>Your top-up was sent.</p>}>
      <Dialog isOpen onOpenChange={onOpenChange} title="Top Up Credits">
        <Part />
      </Dialog>
    </KnownPaymentContext>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Top Up Credits' });
  within(dialog).getByText('Something unexpected happened here');
  within(dialog).getByText('Your top-up was sent.');
  breaks = false;
  await userEvent.click(within(dialog).getByRole('button', { name: 'Retry, Top Up Credits' }));
  within(dialog).getByText('Whole');
  expect(screen.getByRole('dialog')).toBe(dialog);
  expect(onOpenChange).not.toHaveBeenCalled();
});

it('names a cause only if it is known, and no payment where none is made', () => {
  const known = new Error('known');
  const messageOf = (error: unknown) => (error === known ? 'Check your connection' : 'Something unexpected happened');
  render(
    <KnownPaymentContext value={<p>Your top-up was sent.</p>}>
      <ErrorBoundary subject="page" message={messageOf}>
        <Part />
      </ErrorBoundary>
    </KnownPaymentContext>,
  );
  screen.getByText('Something unexpected happened');
  expect(screen.queryByText('Your top-up was sent.')).toBeNull();
});
