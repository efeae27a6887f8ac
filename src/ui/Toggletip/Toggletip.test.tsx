import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Toggletip } from './Toggletip.tsx';

const box = () => document.querySelector('[popover]');

it('opens and closes by its button, with the words right behind it', async () => {
  render(<Toggletip label="About Compute Credits">The first project is covered.</Toggletip>);
  const button = screen.getByRole('button', { name: 'About Compute Credits', expanded: false });
  expect(button.nextElementSibling).toBe(box());
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(box()?.hasAttribute('data-popover-open')).toBe(true);
  await userEvent.click(button);
  expect(box()?.hasAttribute('data-popover-open')).toBe(false);
});

it('closes with Escape, alone and with focus kept, and by a press elsewhere', async () => {
  const onKeyDown = vi.fn();
  render(
    <div role="presentation" onKeyDown={onKeyDown}>
      <Toggletip label="About">Words</Toggletip>
      <p>elsewhere</p>
    </div>,
  );
  const button = screen.getByRole('button');
  await userEvent.click(button);
  await userEvent.keyboard('{Escape}');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(button);
  expect(onKeyDown).not.toHaveBeenCalled();
  await userEvent.click(button);
  await userEvent.click(screen.getByText('elsewhere'));
  expect(button.getAttribute('aria-expanded')).toBe('false');
});
