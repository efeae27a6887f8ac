import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { RenewalNote, renewalWords } from './RenewalNote.tsx';

it('shows the old price against the new one, and says it once', () => {
  const renewal = { why: 'changed', wasCents: 57_400, nowCents: 57_398 } as const;
  render(
    <>
      <Announcer />
      <RenewalNote renewal={renewal} />
    </>,
  );
  const words = 'The price has changed: it was $574.00 and is $573.98 now. Nothing was charged. Check it before you confirm.';
  expect(screen.getAllByText(words).length).toBeGreaterThan(0);
  expect(announcedMessages().polite).toEqual([words]);
});

it('tells of a renewal that changes nothing only where time made it', () => {
  expect(renewalWords({ why: 'expired', wasCents: 2500, nowCents: 2500 })).toMatch(/still \$25\.00/);
  expect(renewalWords({ why: 'changed', wasCents: 2500, nowCents: 2500 })).toBeNull();
  expect(render(<RenewalNote renewal={null} />).container.innerHTML).toBe('');
});
