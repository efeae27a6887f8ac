import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { CheckboxGroup } from './CheckboxGroup.tsx';

const options = [
  { value: 'limits', label: 'Limits' },
  { value: 'support', label: 'Support' },
];

it('names the group with its necessity, and ties the error to it and to its first box', () => {
  const error = 'Please select at least one';
  render(<CheckboxGroup id="reasons" label="Why?" options={options} isRequired description="Any number." errorMessage={error} />);
  expect(screen.getByRole('group', { name: 'Why? (required)', description: `${error} Any number.` })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Limits', description: 'Please select at least one' }).id).toBe('reasons-0');
});

it('collects any number of answers', async () => {
  const onChange = vi.fn();
  render(<CheckboxGroup label="Why?" options={options} onChange={onChange} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Support' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Limits' }));
  expect(onChange).toHaveBeenLastCalledWith(['support', 'limits']);
});

it('keeps its answers when read only, can still be reached, and says that of each', async () => {
  const onChange = vi.fn();
  render(<CheckboxGroup label="Why?" options={options} defaultValue={['limits']} onChange={onChange} isReadOnly />);
  await userEvent.tab();
  await userEvent.keyboard(' ');
  await userEvent.click(screen.getByText('Support'));
  expect(onChange).not.toHaveBeenCalled();
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map((box) => [box.checked, box.getAttribute('aria-readonly')])).toEqual([
    [true, 'true'],
    [false, 'true'],
  ]);
});
