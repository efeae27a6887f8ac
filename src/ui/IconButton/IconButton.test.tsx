import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { IconButton } from './IconButton.tsx';

it('is named by its label, without a tooltip that repeats it', async () => {
  const onPress = vi.fn();
  render(<IconButton label="Close" nameSuffix=": Saved" icon="close" onPress={onPress} />);
  await userEvent.tab();
  expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close: Saved' }));
  expect(onPress).toHaveBeenCalledTimes(1);
});

it('stays reachable with its reason while unavailable', async () => {
  const onPress = vi.fn();
  render(<IconButton label="Close" icon="close" onPress={onPress} unavailableReason="Please wait" />);
  await userEvent.click(screen.getByRole('button', { name: 'Close', description: 'Please wait' }));
  expect(onPress).not.toHaveBeenCalled();
});
