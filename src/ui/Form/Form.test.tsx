import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from '#ui/Button/Button.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { Form } from './Form.tsx';

function Page({ onSubmit }: { onSubmit?: () => void }) {
  const [failedAttempts, setFailedAttempts] = useState(0);
  const message = failedAttempts > 0 ? 'City is required' : undefined;
  return (
    <Form
      aria-label="Billing address"
      faultsTitle="There is a problem"
      faults={message === undefined ? [] : [{ fieldId: 'city', message }]}
      failedAttempts={failedAttempts}
      onSubmit={() => {
        onSubmit?.();
        setFailedAttempts((count) => count + 1);
      }}
    >
      <TextField id="city" label="City" errorMessage={message} />
      <Button type="submit">Save</Button>
    </Form>
  );
}

it('is a named form that is sent once by Enter and once by its button', async () => {
  const onSubmit = vi.fn();
  render(<Page onSubmit={onSubmit} />);
  expect(screen.getByRole('form', { name: 'Billing address' })).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox'), 'x{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

it('brings focus to a summary of links after each failed attempt, which says what is wrong as its description', async () => {
  render(<Page />);
  const save = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(save);
  const summary = await screen.findByRole('group', { name: 'There is a problem' });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(screen.getByRole('group', { name: 'There is a problem', description: 'City is required.' })).toBe(summary);
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(save);
  expect(document.activeElement).toBe(summary);
});

it('tells what was wrong at the last attempt: what is mended goes, and nothing joins before the next one', async () => {
  const fault = (fieldId: string, message: string) => ({ fieldId, message });
  const city = fault('city', 'City is required');
  const name = fault('name', 'Name is required');
  const form = (failedAttempts: number, ...faults: (typeof city)[]) => (
    <Form aria-label="Address" faultsTitle="There is a problem" onSubmit={vi.fn()} {...{ faults, failedAttempts }}>
      <TextField id="city" label="City" />
    </Form>
  );
  const linkTexts = () => screen.queryAllByRole('link').map((link) => link.textContent);
  const { rerender } = render(form(0));
  rerender(form(1, name, city));
  expect(linkTexts()).toEqual(['Name is required', 'City is required']);
  rerender(form(1, fault('name', 'Name must be at least 3 letters long'), city, fault('line', 'Line is required')));
  expect(linkTexts()).toEqual(['City is required']);
  rerender(form(1, name, city));
  expect(linkTexts()).toEqual(['City is required']);
  rerender(form(1));
  expect(screen.queryByRole('group')).toBeNull();
  rerender(form(1, city));
  expect(linkTexts()).toEqual([]);
  rerender(form(2, name, city));
  expect(linkTexts()).toEqual(['Name is required', 'City is required']);
});

it('leads from the summary to the field', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(screen.getByRole('link', { name: 'City is required' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'City', description: 'City is required' }));
});
