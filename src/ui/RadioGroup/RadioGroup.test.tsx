import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { RadioGroup } from './RadioGroup.tsx';

const options = [
  { value: 'a', label: 'Too expensive' },
  { value: 'b', label: 'A feature is missing', description: 'Tell us which.' },
];

it('names the group with its necessity, ties help and error to it, and describes single answers', () => {
  render(
    <RadioGroup id="reason" label="Why?" options={options} isRequired description="One answer." errorMessage="Please select a reason" />,
  );
  const group = screen.getByRole('radiogroup', { name: 'Why? (required)', description: 'Please select a reason One answer.' });
  expect(group.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('radio', { name: 'Too expensive', description: 'Please select a reason' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'A feature is missing', description: 'Tell us which.' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Too expensive' }).id).toBe('reason-0');
});

it('chooses by label and by arrow keys', async () => {
  const onChange = vi.fn();
  render(<RadioGroup label="Why?" options={options} onChange={onChange} />);
  await userEvent.click(screen.getByText('Too expensive'));
  await userEvent.keyboard('{ArrowDown}');
  expect(onChange.mock.calls).toEqual([['a'], ['b']]);
});
