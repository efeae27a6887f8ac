import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { TextField } from '#ui/TextField/TextField.tsx';

const field = () => screen.getByRole('textbox');
const description = () => (field().hasAttribute('aria-describedby') ? screen.queryByRole('textbox', { description: 'Too low' }) : null);

it('describes by an error that the form has said itself only once the field is left', async () => {
  const { rerender } = render(<TextField label="Amount" isErrorSaid />);
  await userEvent.click(field());
  rerender(<TextField label="Amount" isErrorSaid errorMessage="Too low" />);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(description()).toBeNull();
  await userEvent.click(document.body);
  expect(description()).toBe(field());
});

it('describes at once where the focus is elsewhere, where no message says the error, and by one that comes back', async () => {
  const { rerender } = render(<TextField label="Amount" isErrorSaid />);
  rerender(<TextField label="Amount" isErrorSaid errorMessage="Too low" />);
  expect(description()).toBe(field());
  await userEvent.click(field());
  rerender(<TextField label="Amount" isErrorSaid />);
  rerender(<TextField label="Amount" isErrorSaid errorMessage="Too low" />);
  expect(description()).toBeNull();
  rerender(<TextField label="Amount" isErrorSaid />);
  await userEvent.click(document.body);
  rerender(<TextField label="Amount" isErrorSaid errorMessage="Too low" />);
  expect(description()).toBe(field());
  rerender(<TextField label="Amount" />);
  await userEvent.click(field());
  rerender(<TextField label="Amount" errorMessage="Too low" />);
  expect(description()).toBe(field());
});
