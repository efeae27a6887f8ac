import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Checkbox } from './Checkbox.tsx';

it('is named by its label, described by help and error, and toggled by either', async () => {
  const onChange = vi.fn();
  render(
    <Checkbox onChange={onChange} description="Used next time." errorMessage="Please confirm">
      Save as default
    </Checkbox>,
  );
  const box = screen.getByRole('checkbox', { name: 'Save as default', description: 'Please confirm Used next time.' });
  expect(box.getAttribute('aria-invalid')).toBe('true');
  await userEvent.click(screen.getByText('Save as default'));
  await userEvent.keyboard(' ');
  expect(onChange.mock.calls).toEqual([[true], [false]]);
});

it('is described by an error that comes late', () => {
  const { rerender } = render(<Checkbox>Save as default</Checkbox>);
  rerender(<Checkbox errorMessage="Please confirm">Save as default</Checkbox>);
  expect(screen.getByRole('checkbox', { description: 'Please confirm' })).toBeTruthy();
});

it('keeps its value when read only', async () => {
  render(
    <Checkbox defaultSelected isReadOnly>
      Save as default
    </Checkbox>,
  );
  await userEvent.click(screen.getByRole('checkbox'));
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
});
