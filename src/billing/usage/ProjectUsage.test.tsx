import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { UsageRecord } from '#contract/types.ts';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { ProjectUsage } from './ProjectUsage.tsx';

it('shows fifty projects more with each press and says so, with the focus on its button', async () => {
  const project_allocations = Array.from({ length: 70 }, (_, index) => ({ ref: `ref-${index}`, name: `shop-${index}`, usage: 70 - index }));
  render(
    <>
      <Announcer />
      <Router hook={memoryLocation({ path: '/org/acme/usage' }).hook}>
        <Route path="/org/:slug/usage">
          <ProjectUsage record={{ metric: 'EGRESS', project_allocations } as unknown as UsageRecord} />
        </Route>
      </Router>
    </>,
  );
  const more = screen.getByRole('button', { name: 'Show 20 more, Egress' });
  expect(screen.getAllByRole('listitem')).toHaveLength(50);
  await userEvent.click(more);
  expect(screen.getAllByRole('listitem')).toHaveLength(70);
  expect([document.activeElement, announcedMessages().polite]).toEqual([more, ['Showing 70 of 70 projects']]);
  await userEvent.keyboard('{Enter}');
  expect(announcedMessages().polite.at(-1)).toBe('All projects are shown.');
});
