import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { Button } from '#ui/Button/Button.tsx';
import { SidePanel } from '#ui/SidePanel/SidePanel.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { Dialog, DialogActions } from './Dialog.tsx';
import { STILL_WORKING_AFTER_MS } from './ModalContent.tsx';

interface PageProps {
  busyMessage?: string | null;
  isSteppedAside?: boolean;
}

function Page({ busyMessage = null, isSteppedAside = false }: PageProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isBusy = busyMessage !== null;
  return (
    <>
      <Announcer />
      <Button onPress={() => setIsOpen(true)}>Open</Button>
      <iframe title="Security check" sandbox="" />
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="Top Up Credits" busyMessage={busyMessage} isSteppedAside={isSteppedAside}>
        <input aria-label="Amount" />
        <DialogActions>
          <Button isPending={isBusy} pendingMessage={null}>
            Confirm
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

async function open(props: PageProps = {}) {
  const page = render(<Page {...props} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  return page;
}

it('is named by its heading, receives focus, and gives it back', async () => {
  await open();
  expect(screen.getByRole('dialog', { name: 'Top Up Credits' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Top Up Credits', level: 2 }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

it('has a short name if its heading is long', () => {
  render(
    <SidePanel isOpen onOpenChange={vi.fn()} title="Change subscription plan for Acme Robotics" shortName="Change subscription plan">
      Plans
    </SidePanel>,
  );
  const panel = screen.getByRole('dialog', { name: 'Change subscription plan' });
  expect(within(panel).getByRole('heading', { name: 'Change subscription plan for Acme Robotics' })).toBeTruthy();
});

it('closes by its button', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('has one button that closes it, and closes by a press beside it that began there', async () => {
  await open();
  const backdrop = screen.getByRole('dialog').parentElement?.parentElement;
  if (!backdrop) throw new Error('the dialog has no backdrop');
  expect(
    within(backdrop)
      .getAllByRole('button')
      .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent),
  ).toEqual(['Close', 'Confirm']);
  await userEvent.pointer([
    { keys: '[MouseLeft>]', target: screen.getByRole('textbox') },
    { keys: '[/MouseLeft]', target: backdrop },
  ]);
  expect(screen.getByRole('dialog')).toBeTruthy();
  await userEvent.click(backdrop);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps Tab inside', async () => {
  await open();
  const stops: (string | null)[] = [];
  for (let step = 0; step < 5; step += 1) {
    await userEvent.tab();
    stops.push(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null);
  }
  expect(stops).toEqual(['Close', 'Amount', 'Confirm', 'Contact support', 'Close']);
});

it('cannot be closed while busy, keeps focus, and says so', async () => {
  const { rerender } = await open();
  const confirm = screen.getByRole('button', { name: 'Confirm' });
  confirm.focus();
  rerender(<Page busyMessage="Charging your card..." />);
  expect(announcedMessages().polite).toEqual(['Charging your card...']);
  await userEvent.keyboard('{Escape}{Enter}');
  await userEvent.click(document.body);
  expect(screen.getByRole('dialog')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(confirm));
  const close = screen.getByRole('button', { name: 'Close', description: 'Please wait until this has finished.' });
  await userEvent.click(close);
  expect(screen.getByRole('dialog')).toBeTruthy();
  rerender(<Page />);
  expect(announcedMessages().polite).not.toContain('Charging your card...');
});

it('says after ten seconds that it is still working, through the announcer inside', async () => {
  const { rerender } = await open();
  vi.useFakeTimers();
  rerender(<Page busyMessage="Charging your card..." />);
  act(() => void vi.advanceTimersByTime(STILL_WORKING_AFTER_MS));
  expect(announcedMessages().polite.at(-1)).toBe('Still working. Charging your card...');
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain('Still working');
  rerender(<Page />);
  act(() => void vi.advanceTimersByTime(10 * STILL_WORKING_AFTER_MS));
  expect(announcedMessages().polite).toEqual([]);
});

it('steps aside for a challenge, keeps what was typed, and comes back with focus', async () => {
  const { rerender } = await open();
  const amount = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  await userEvent.type(amount, '250');
  const frame = document.querySelector('iframe');
  expect(frame?.closest('[inert], [aria-hidden]') ?? frame?.inert).toBeTruthy();
  rerender(<Page isSteppedAside />);
  await waitFor(() => expect(frame?.inert ?? false).toBe(false));
  act(() => frame?.focus());
  expect(document.activeElement).toBe(frame);
  rerender(<Page />);
  expect(amount.isConnected).toBe(true);
  expect(amount.value).toBe('250');
  await waitFor(() => expect(document.activeElement).toBe(amount));
  // The bank's challenge takes the focus before the dialog is hidden. The test simulates this by blur().
  act(() => amount.blur());
  rerender(<Page isSteppedAside />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Page />);
  await waitFor(() => expect(document.activeElement).toBe(amount));
});

it('sends focus to the heading of the dialog below when what opened it there is gone', async () => {
  function Plans() {
    const [isOpen, setIsOpen] = useState(false);
    const [isCurrent, setIsCurrent] = useState(false);
    return (
      <SidePanel isOpen onOpenChange={() => undefined} title="Plans">
        {!isCurrent && <Button onPress={() => setIsOpen(true)}>Upgrade to Team</Button>}
        <Dialog
          isOpen={isOpen}
          onOpenChange={() => {
            setIsCurrent(true);
            setIsOpen(false);
          }}
          title="Upgrade"
        >
          Nothing was charged.
        </Dialog>
      </SidePanel>
    );
  }
  render(<Plans />);
  await userEvent.click(screen.getByRole('button', { name: 'Upgrade to Team' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Plans' })));
});

it('sends focus to a given place when what opened it is gone', async () => {
  function Cards() {
    const [isOpen, setIsOpen] = useState(false);
    const [isDeleted, setIsDeleted] = useState(false);
    return (
      <>
        <h2>Payment methods</h2>
        {!isDeleted && <Button onPress={() => setIsOpen(true)}>Delete</Button>}
        <SidePanel isOpen={isOpen} onOpenChange={setIsOpen} title="Sure?" returnFocusTo={() => document.querySelector('h2')}>
          <Button
            onPress={() => {
              setIsDeleted(true);
              setIsOpen(false);
            }}
          >
            Yes
          </Button>
        </SidePanel>
      </>
    );
  }
  render(<Cards />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Payment methods' })));
  // If the heading could be reached by Tab, screen readers would announce it as clickable.
  await userEvent.tab();
  expect(screen.getByRole('heading', { name: 'Payment methods' }).hasAttribute('tabindex')).toBe(false);
});
