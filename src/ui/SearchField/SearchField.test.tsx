import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SearchField } from './SearchField.tsx';

const field = () => screen.getByRole<HTMLInputElement>('searchbox');

it('has a label, is described by its error first, then by its help, and by nothing that is not there', () => {
  const { rerender } = render(<SearchField label="Invoice number" description="Its last digits" errorMessage="No number" />);
  expect(screen.getByRole('searchbox', { name: 'Invoice number', description: 'No number Its last digits' })).toBe(field());
  expect(field().getAttribute('aria-invalid')).toBe('true');
  rerender(<SearchField label="Invoice number" />);
  expect(field().hasAttribute('aria-describedby')).toBe(false);
});

it('hands out what is typed, and an empty text when Escape empties it; the next Escape is for what is around it', () => {
  const onChange = vi.fn();
  const onKeyDown = vi.fn();
  render(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what a dialog around the field would hear
    <div onKeyDown={onKeyDown}>
      <SearchField label="Invoice number" onChange={onChange} />
    </div>,
  );
  fireEvent.change(field(), { target: { value: '13' } });
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(onChange.mock.calls).toEqual([['13'], ['']]);
  expect(onKeyDown).not.toHaveBeenCalled();
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(onKeyDown).toHaveBeenCalledTimes(1);
});

it('is emptied by its button, which leaves the focus in the field and no stop for Tab', async () => {
  render(
    <>
      <SearchField label="Invoice number" defaultValue="13" />
      <button>Show</button>
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard('4');
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Show');
});

it('sends the form around it with Enter', async () => {
  const onSubmit = vi.fn((event: React.SyntheticEvent) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <SearchField label="Invoice number" />
      <button>Show</button>
    </form>,
  );
  await userEvent.type(field(), '13{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(field().value).toBe('13');
});

it('can be read and reached but not emptied when it is read only', async () => {
  render(<SearchField label="Invoice number" defaultValue="13" isReadOnly />);
  await userEvent.tab();
  await userEvent.keyboard('{Escape}x');
  expect(field().value).toBe('13');
  expect(document.activeElement).toBe(field());
  expect(screen.queryByRole('button')).toBeNull();
});
