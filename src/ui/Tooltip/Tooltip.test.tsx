import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { states } from './Tooltip.states.tsx';

const isOpen = () => screen.getByRole('tooltip', { hidden: true }).hasAttribute('data-popover-open');

it('describes its trigger at all times and is drawn on focus until Escape', async () => {
  render(states['hidden until hovered or focused']());
  expect(screen.getByRole('button', { name: 'Prorated', description: 'Charged for the part of the month that is left.' })).toBeTruthy();
  expect(isOpen()).toBe(false);
  await userEvent.tab();
  expect(isOpen()).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

it('goes when focus goes', async () => {
  render(states['hidden until hovered or focused']());
  await userEvent.tab();
  await userEvent.tab();
  expect(isOpen()).toBe(false);
});

it('is drawn where the focus was on its trigger before the page came to life', async () => {
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = renderToString(states['hidden until hovered or focused']());
  await userEvent.tab();
  expect(isOpen()).toBe(false);
  const root = await act(async () => hydrateRoot(page, states['hidden until hovered or focused']()));
  expect(isOpen()).toBe(true);
  await act(async () => root.unmount());
  page.remove();
});
