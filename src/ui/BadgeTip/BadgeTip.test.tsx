import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { BadgeTip } from './BadgeTip.tsx';

const badge = () =>
  render(
    <BadgeTip id="tip" variant="negative" tip="This invoice will soon be charged." nameSuffix=", invoice AC-0001">
      Outstanding
    </BadgeTip>,
  );
const isShown = () => screen.getByRole('tooltip', { hidden: true }).hasAttribute('data-popover-open');

it('has its sentence as its description, whether it is shown or not', () => {
  badge();
  expect(
    screen.getByRole('button', { name: 'Outstanding, invoice AC-0001', description: 'This invoice will soon be charged.' }),
  ).toBeTruthy();
  expect(isShown()).toBe(false);
});

it('shows the sentence on focus until Escape, and on a press', async () => {
  badge();
  await userEvent.tab();
  expect(isShown()).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(isShown()).toBe(false);
  await userEvent.click(screen.getByRole('button'));
  expect(isShown()).toBe(true);
});
