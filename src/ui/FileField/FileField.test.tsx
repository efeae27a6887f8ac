import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { FileField } from './FileField.tsx';

it('hands over the chosen file, with a name and a description', async () => {
  const onChoose = vi.fn();
  render(<FileField label="Statement file" description="It stays in your browser." onChoose={onChoose} />);
  const field = screen.getByLabelText('Statement file');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('It stays in your browser.');
  const file = new File(['a'], 'statement.csv');
  await userEvent.upload(field, file);
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(file);
});

it('hands over the same file again', async () => {
  const onChoose = vi.fn();
  render(<FileField label="Statement file" onChoose={onChoose} />);
  const file = new File(['a'], 'statement.csv');
  await userEvent.upload(screen.getByLabelText('Statement file'), file);
  await userEvent.upload(screen.getByLabelText('Statement file'), file);
  expect(onChoose.mock.calls).toEqual([[file], [file]]);
});
