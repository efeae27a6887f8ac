import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { uiTexts } from '#ui/texts.ts';
import { AmountField } from './AmountField.tsx';

it('takes a usual amount, and while a payment is under way says why it does not', async () => {
  const onChange = vi.fn();
  const field = (isReadOnly: boolean) => (
    <>
      <Announcer />
      <AmountField id="amount" value="100" onChange={onChange} errorMessage={undefined} isReadOnly={isReadOnly} />
    </>
  );
  const { rerender } = render(field(false));
  await userEvent.click(screen.getByRole('button', { name: '$500' }));
  expect(onChange.mock.calls).toEqual([['500']]);
  rerender(field(true));
  const preset = screen.getByRole('button', { name: '$500', description: uiTexts.busyReason });
  expect([document.activeElement, preset.getAttribute('aria-disabled')]).toEqual([preset, 'true']);
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(announcedMessages().polite).toEqual([uiTexts.busyReason]);
});
