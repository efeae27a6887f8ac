import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { TextField, WholeNumberField } from './TextField.tsx';

it('has a label, an autocomplete token, and says that it is required once', () => {
  render(<TextField label="City" isRequired autoComplete="address-level2" />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'City' });
  expect(screen.getByText('(required)', { exact: false }).closest('[aria-hidden=true]')).toBeTruthy();
  expect(field.getAttribute('aria-required')).toBe('true');
  expect(field.required).toBe(false);
  expect(field.autocomplete).toBe('address-level2');
});

it('says in its name that it is optional', () => {
  render(<TextField label="Address line 2" isRequired={false} />);
  expect(screen.getByRole('textbox', { name: 'Address line 2 (optional)' })).toBeTruthy();
});

it('is described by its error first, then by its help, and by nothing that is not there', () => {
  const { rerender } = render(<TextField label="Tax ID" description="For example DE123456789" errorMessage="Too short" />);
  const field = screen.getByRole('textbox', { name: 'Tax ID', description: 'Too short For example DE123456789' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  rerender(<TextField label="Tax ID" />);
  expect(field.hasAttribute('aria-describedby')).toBe(false);
  expect(field.hasAttribute('aria-invalid')).toBe(false);
});

it('hands out what is typed', async () => {
  const onChange = vi.fn();
  render(<TextField label="City" onChange={onChange} />);
  await userEvent.type(screen.getByRole('textbox'), 'Ur');
  expect(onChange.mock.calls).toEqual([['U'], ['Ur']]);
});

it('can be read and reached but not changed', async () => {
  render(<TextField label="City" defaultValue="Ur" isReadOnly description="No permission" />);
  await userEvent.tab();
  await userEvent.keyboard('x');
  expect(screen.getByRole<HTMLInputElement>('textbox', { description: 'No permission' }).value).toBe('Ur');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

it('asks for a number with a numeric keypad, shows its range, and hands out the text as typed', async () => {
  const onChange = vi.fn();
  render(<WholeNumberField label="Amount" description="From $100 to $2000" onChange={onChange} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount', description: 'From $100 to $2000' });
  expect(field.inputMode).toBe('numeric');
  await userEvent.type(field, '99.5');
  expect(onChange).toHaveBeenLastCalledWith('99.5');
});
