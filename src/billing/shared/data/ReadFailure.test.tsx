import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CallError } from '#lib/call-error.ts';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { ReadFailure } from './ReadFailure.tsx';
import { sectionState } from './section-state.ts';

function show(failures: number, titles: readonly string[]) {
  let reads = 0;
  const queryFn = () => {
    reads += 1;
    if (reads <= failures) return Promise.reject(new CallError('The store is being repaired', { status: 500, code: 'internal_error' }));
    return Promise.resolve('Pro Plan');
  };
  function Section({ title }: { title: string }) {
    const state = sectionState(useQuery<string, CallError>({ queryKey: ['plan'], queryFn }), true);
    return (
      <SectionSheet id={title} title={title}>
        {state.kind === 'failed' && <ReadFailure subject={title} title="Failed to retrieve subscription" failed={state} />}
        {state.kind === 'ready' && state.data}
      </SectionSheet>
    );
  }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Announcer />
      {titles.map((title) => (
        <Section key={title} title={title} />
      ))}
    </QueryClientProvider>,
  );
}

it('speaks for the button that was pressed alone, where several sections wait for one answer', async () => {
  show(1, ['plan', 'costs', 'credits']);
  await userEvent.click(await screen.findByRole('button', { name: 'Retry, costs' }));
  expect(await screen.findAllByText('Pro Plan')).toHaveLength(3);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'costs' }));
  expect(announcedMessages()).toEqual({ polite: ['Trying again: costs', 'Loaded: costs'], assertive: [] });
});

it('keeps the focus and says so when it failed again', async () => {
  show(2, ['plan']);
  const retry = await screen.findByRole('button', { name: 'Retry, plan' });
  await userEvent.click(retry);
  await screen.findByText('Attempt 2');
  expect(document.activeElement).toBe(retry);
  expect(announcedMessages()).toEqual({ polite: ['Trying again: plan'], assertive: ['Failed to retrieve subscription'] });
});
