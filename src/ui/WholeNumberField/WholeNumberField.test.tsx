import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { WholeNumberField } from './WholeNumberField.tsx';

it('asks for a numeric keypad, shows its range, and hands out the text as typed', async () => {
  const onChange = vi.fn();
  render(<WholeNumberField label="Amount" description="From $100 to $2000" onChange={onChange} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount', description: 'From $100 to $2000' });
  expect(field.inputMode).toBe('numeric');
  await userEvent.type(field, '99.5');
  expect(onChange).toHaveBeenLastCalledWith('99.5');
});
