import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { RadioCards } from './RadioCards.tsx';

const cards = [
  { value: 'on', title: 'Spend cap enabled', description: 'Usage stops at what the plan includes.' },
  { value: 'off', title: 'Spend cap disabled', description: 'Each extra unit is charged.' },
];

it('names each radio by its title and describes it by its own text, with no id twice', () => {
  render(<RadioCards label="Spend cap" cards={cards} defaultValue="on" />);
  expect(screen.getByRole('radiogroup', { name: 'Spend cap' })).toBeTruthy();
  expect(
    screen.getByRole<HTMLInputElement>('radio', { name: 'Spend cap enabled', description: 'Usage stops at what the plan includes.' })
      .checked,
  ).toBe(true);
  expect(screen.getByRole('radio', { name: 'Spend cap disabled', description: 'Each extra unit is charged.' })).toBeTruthy();
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('is one stop; arrows move and choose; the whole card can be pressed', async () => {
  const onChange = vi.fn();
  render(<RadioCards label="Spend cap" cards={cards} defaultValue="on" onChange={onChange} />);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Spend cap enabled' }));
  await userEvent.keyboard('{ArrowDown}');
  expect(onChange).toHaveBeenLastCalledWith('off');
  await userEvent.click(screen.getByText('Usage stops at what the plan includes.'));
  expect(onChange).toHaveBeenLastCalledWith('on');
});

it('can be read but not changed', async () => {
  const onChange = vi.fn();
  render(<RadioCards label="Spend cap" cards={cards} defaultValue="on" onChange={onChange} isReadOnly />);
  await userEvent.click(screen.getByText('Spend cap disabled'));
  expect(onChange).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Spend cap enabled' }).checked).toBe(true);
});

it('is invalid with an error, which the first card has in its description, at the id of the summary', () => {
  render(<RadioCards id="cap" label="Spend cap" cards={cards} defaultValue="on" errorMessage="Choose another setting" />);
  const first = screen.getByRole('radio', { name: 'Spend cap enabled', description: /^Choose another setting / });
  expect(document.getElementById('cap-0')?.contains(first) || first.id === 'cap-0').toBe(true);
  expect(screen.getByRole('radiogroup').getAttribute('aria-invalid')).toBe('true');
});
