import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { Button } from './Button.tsx';

const reason = 'You need additional permissions to top up credits';

it('is named by its words, then by the suffix', async () => {
  const onPress = vi.fn();
  render(
    <Button onPress={onPress} nameSuffix=", invoice INV-0001">
      Pay now
    </Button>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Pay now, invoice INV-0001' }));
  await userEvent.keyboard('{Enter} ');
  expect(onPress).toHaveBeenCalledTimes(3);
});

it('stays reachable while unavailable, describes why, and says it again when pressed', async () => {
  const onPress = vi.fn();
  render(
    <>
      <Announcer />
      <Button onPress={onPress} unavailableReason={reason}>
        Top Up
      </Button>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Top Up', description: reason });
  expect(button.hasAttribute('disabled')).toBe(false);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.tab();
  expect(document.activeElement).toBe(button);
  expect(announcedMessages().polite).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(announcedMessages().polite).toEqual([reason]);
  expect(onPress).not.toHaveBeenCalled();
});

it('shows the reason on focus, keeps it on a press, hides it with Escape', async () => {
  render(<Button unavailableReason={reason}>Top Up</Button>);
  const tip = screen.getByRole('tooltip', { hidden: true });
  expect(tip.hasAttribute('data-popover-open')).toBe(false);
  await userEvent.tab();
  expect(tip.hasAttribute('data-popover-open')).toBe(true);
  await userEvent.keyboard('{Enter}');
  expect(tip.hasAttribute('data-popover-open')).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(tip.hasAttribute('data-popover-open')).toBe(false);
});

it('shows the reason on a tap', async () => {
  render(<Button unavailableReason={reason}>Top Up</Button>);
  await userEvent.pointer({ keys: '[TouchA]', target: screen.getByRole('button') });
  expect(screen.getByRole('tooltip', { hidden: true }).hasAttribute('data-popover-open')).toBe(true);
});

it('refuses the form that it would submit, by press, by Enter on it and by Enter in a field', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const form = (unavailableReason?: string) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" unavailableReason={unavailableReason}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form('There is no change to save.'));
  await userEvent.click(screen.getByRole('button'));
  await userEvent.keyboard('{Enter} ');
  fireEvent.click(screen.getByRole('button'));
  await userEvent.type(screen.getByRole('textbox'), 'Acme{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  rerender(form());
  await userEvent.type(screen.getByRole('textbox'), '{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it('keeps focus and the same element when it becomes unavailable or pending', async () => {
  const { rerender } = render(<Button>Save</Button>);
  const button = screen.getByRole('button');
  await userEvent.click(button);
  rerender(
    <Button isPending pendingMessage={null}>
      Save
    </Button>,
  );
  expect(document.activeElement).toBe(button);
  rerender(<Button unavailableReason="There is no change to save.">Save</Button>);
  expect(screen.getByRole('button')).toBe(button);
  expect(document.activeElement).toBe(button);
});

it('speaks when a wait begins and takes no press while it lasts', async () => {
  const onPress = vi.fn();
  const button = (isPending: boolean) => (
    <>
      <Announcer />
      <Button onPress={onPress} isPending={isPending} pendingMessage="Redirecting to payment gateway...">
        Pay now
      </Button>
    </>
  );
  const { rerender } = render(button(false));
  await userEvent.click(screen.getByRole('button'));
  rerender(button(true));
  expect(announcedMessages().polite).toEqual(['Redirecting to payment gateway...']);
  await userEvent.keyboard('{Enter}');
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
});
