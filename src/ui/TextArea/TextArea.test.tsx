import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { TextArea } from './TextArea.tsx';

it('is a labelled box of several lines', async () => {
  const onChange = vi.fn();
  render(<TextArea label="Feedback" onChange={onChange} errorMessage="Please say a few words" isRequired={false} />);
  const box = screen.getByRole('textbox', { name: 'Feedback (optional)', description: 'Please say a few words' });
  expect(box.tagName).toBe('TEXTAREA');
  await userEvent.type(box, 'a{Enter}b');
  expect(onChange).toHaveBeenLastCalledWith('a\nb');
});
