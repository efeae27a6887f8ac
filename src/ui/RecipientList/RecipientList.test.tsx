import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { states } from './RecipientList.states.tsx';
import { RecipientList } from './RecipientList.tsx';

const words = {
  invalid: (entry: string) => `"${entry}" is not a valid email address`,
  duplicate: (entry: string) => `${entry} is already in the list`,
  added: (entries: readonly string[], count: number) => `${entries.join(', ')} added, ${count} recipients`,
  removed: (entry: string, count: number) => `${entry} removed, ${count} recipients`,
};

const nobody: string[] = [];

function Page({ start = nobody }: { start?: string[] }) {
  const [value, setValue] = useState<readonly string[]>(start);
  return (
    <>
      <Announcer />
      <RecipientList
        label="Additional recipients"
        addLabel="Add a recipient"
        emptyText="None"
        value={value}
        onChange={setValue}
        isValid={(entry) => entry.includes('@')}
        words={words}
      />
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Add a recipient' });
const listed = () =>
  within(screen.getByRole('list', { name: 'Additional recipients' }))
    .queryAllByRole('listitem')
    .map((item) => item.firstElementChild?.textContent);

it('is a list that names every address, with a button each', () => {
  render(<Page start={['a@x.org', 'b@x.org']} />);
  expect(listed()).toEqual(['a@x.org', 'b@x.org']);
  expect(screen.getByRole('button', { name: 'Remove b@x.org' })).toBeTruthy();
});

describe('adding', () => {
  it.each([
    ['Enter', 'a@x.org{Enter}'],
    ['a comma', 'a@x.org,'],
  ])('works by %s and says how many there are', async (_, keys) => {
    render(<Page start={['b@x.org']} />);
    await userEvent.type(field(), keys);
    expect(listed()).toEqual(['b@x.org', 'a@x.org']);
    expect(field().value).toBe('');
    expect(announcedMessages().polite).toEqual(['a@x.org added, 2 recipients']);
  });

  it('works by leaving the field and by the button', async () => {
    render(<Page />);
    await userEvent.type(field(), 'a@x.org');
    await userEvent.click(document.body);
    await userEvent.type(field(), 'b@x.org');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(listed()).toEqual(['a@x.org', 'b@x.org']);
    expect(document.activeElement).toBe(field());
  });

  it('works by keys that pass the button, too', async () => {
    render(<Page start={['b@x.org']} />);
    await userEvent.type(field(), 'a@x.org');
    await userEvent.tab();
    expect([document.activeElement, listed()]).toEqual([screen.getByRole('button', { name: 'Add' }), ['b@x.org']]);
    await userEvent.tab();
    expect([listed(), field().value]).toEqual([['b@x.org', 'a@x.org'], '']);
    expect(announcedMessages().polite).toEqual(['a@x.org added, 2 recipients']);
  });

  it('waits for the end of a press elsewhere, so that what is pressed stays where it is', async () => {
    const user = userEvent.setup();
    render(
      <>
        <Page start={['b@x.org']} />
        <button>Save</button>
      </>,
    );
    await user.type(field(), 'a@x.org');
    const save = screen.getByRole('button', { name: 'Save' });
    await user.pointer({ keys: '[MouseLeft>]', target: save });
    expect([document.activeElement, listed()]).toEqual([save, ['b@x.org']]);
    await user.pointer({ keys: '[/MouseLeft]', target: save });
    expect([listed(), field().value]).toEqual([['b@x.org', 'a@x.org'], '']);
  });

  it('does not send the form around it', async () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Page />
        <button>Save</button>
      </form>,
    );
    await userEvent.type(field(), 'a@x.org{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('takes many at once and leaves what is wrong in the field, each with its error', async () => {
    render(<Page start={['c@x.org']} />);
    field().focus();
    await userEvent.paste('a@x.org; b@x.org\nnonsense C@x.org');
    expect(listed()).toEqual(['c@x.org', 'a@x.org', 'b@x.org']);
    expect(field().value).toBe('nonsense, C@x.org');
    const description = /^"nonsense" is not a valid email address\s*C@x\.org is already in the list\s*$/;
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(announcedMessages().assertive).toEqual(['"nonsense" is not a valid email address. C@x.org is already in the list']);
    // The error becomes part of the description only on blur, because it would otherwise be read twice.
    expect(screen.queryByRole('textbox', { description })).toBeNull();
    act(() => field().blur());
    expect(screen.getByRole('textbox', { description })).toBe(field());
  });
});

describe('an input method', () => {
  it.each([
    ['composes', { isComposing: true, keyCode: 13 }],
    ['ends a composition in Safari', { isComposing: false, keyCode: 229 }],
  ])('keeps the Enter that %s, and the next one adds', async (_, composing) => {
    render(<Page start={['b@x.org']} />);
    await userEvent.type(field(), 'a@x.org');
    fireEvent.keyDown(field(), { key: 'Enter', ...composing });
    expect([listed(), field().value]).toEqual([['b@x.org'], 'a@x.org']);
    await userEvent.keyboard('{Enter}');
    expect(listed()).toEqual(['b@x.org', 'a@x.org']);
  });

  it('ends an entry by a comma only once the comma is composed', async () => {
    render(<Page start={['b@x.org']} />);
    await userEvent.type(field(), 'a@x.org');
    fireEvent.compositionStart(field());
    fireEvent.input(field(), { target: { value: 'a@x.org\uFF0C' } });
    expect([listed(), field().value]).toEqual([['b@x.org'], 'a@x.org\uFF0C']);
    fireEvent.compositionEnd(field());
    expect([listed(), field().value]).toEqual([['b@x.org', 'a@x.org'], '']);
  });
});

describe('removing', () => {
  it('moves focus to the next button, then to the one before, then to the field', async () => {
    render(<Page start={['a@x.org', 'b@x.org', 'c@x.org']} />);
    await userEvent.click(screen.getByRole('button', { name: 'Remove b@x.org' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove c@x.org' }));
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove a@x.org' }));
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(field());
    expect(announcedMessages().polite.at(-1)).toBe('a@x.org removed, 0 recipients');
  });

  it('is taken back in its old place', async () => {
    render(<Page start={['a@x.org', 'b@x.org']} />);
    await userEvent.click(screen.getByRole('button', { name: 'Remove a@x.org' }));
    await userEvent.click(screen.getByRole('button', { name: /^Undo, add \S+ again$/ }));
    expect(listed()).toEqual(['a@x.org', 'b@x.org']);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('needs two presses from the keyboard field: Backspace only goes to the last button', async () => {
    render(<Page start={['a@x.org', 'b@x.org']} />);
    field().focus();
    await userEvent.keyboard('{Backspace}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove b@x.org' }));
    expect(listed()).toHaveLength(2);
  });
});

it('stays readable and explains itself without permission', async () => {
  const onChange = vi.fn();
  render(
    <RecipientList
      label="Recipients"
      addLabel="Add"
      emptyText="None"
      value={['a@x.org']}
      onChange={onChange}
      isValid={() => true}
      words={words}
      unavailableReason="No permission"
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove a@x.org', description: 'No permission' }));
  expect(onChange).not.toHaveBeenCalled();
});

it('has short entries as chips, whose buttons name them, and ties an error of the list to the field', () => {
  render(states['percentages as chips, with an error']());
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['50% spent', '80% spent', '100% spent']);
  expect(screen.getByRole('button', { name: 'Remove 80% spent' })).toBeTruthy();
  const field = screen.getByRole('textbox', { name: 'Percentage', description: /Enter each percentage once/ });
  expect(field.getAttribute('aria-invalid')).toBe('true');
});
