import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SidePanel } from './SidePanel.tsx';

it('is a modal dialog named by its heading', async () => {
  const onOpenChange = vi.fn();
  render(
    <SidePanel isOpen onOpenChange={onOpenChange} title="Cost control">
      <p>Content</p>
    </SidePanel>,
  );
  expect(screen.getByRole('dialog', { name: 'Cost control' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

it('cannot be closed while busy', async () => {
  const onOpenChange = vi.fn();
  render(
    <SidePanel isOpen onOpenChange={onOpenChange} title="Cost control" busyMessage="Updating the spend cap...">
      <p>Content</p>
    </SidePanel>,
  );
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onOpenChange).not.toHaveBeenCalled();
});
