import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { EmailList } from './EmailList.tsx';

function Form() {
  const [value, setValue] = useState<readonly string[]>(['a@x.org', 'b@x.org']);
  return (
    <>
      <Announcer />
      <EmailList
        label="Alert recipients"
        value={value}
        onChange={setValue}
        emptyText="Nobody"
        countWords={(count) => `${count} in all`}
        isSaving={false}
      />
    </>
  );
}

const lastSaid = () => announcedMessages().polite.at(-1);

it('says what happened to an address: added, removed, added again', async () => {
  render(<Form />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove a@x.org' }));
  expect(lastSaid()).toBe('a@x.org removed, 1 in all');
  await userEvent.click(screen.getByRole('button', { name: 'Undo, add a@x.org again' }));
  expect(lastSaid()).toBe('a@x.org added, 2 in all');
  await userEvent.type(screen.getByRole('textbox', { name: /^Add recipients/ }), 'c@x.org{Enter}');
  expect(lastSaid()).toBe('c@x.org added, 3 in all');
  await userEvent.type(screen.getByRole('textbox', { name: /^Add recipients/ }), 'd@x.org e@x.org{Enter}');
  expect(lastSaid()).toBe('2 addresses added, 5 in all');
});

it('says which address is refused, and why', async () => {
  render(<Form />);
  await userEvent.type(screen.getByRole('textbox', { name: /^Add recipients/ }), 'nonsense A@x.org{Enter}');
  expect(announcedMessages().assertive).toEqual(['"nonsense" is not a valid email address. A@x.org is already in the list']);
});
