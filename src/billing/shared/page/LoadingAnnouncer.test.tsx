import { QueryClient, QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { LoadingAnnouncer } from './LoadingAnnouncer.tsx';

const answersAfterMs = 2000;

beforeEach(() => {
  vi.useFakeTimers();
});

const answer = (title: string): Promise<string> =>
  new Promise((resolve, reject) => {
    setTimeout(() => (title === 'costs' ? reject(new Error('The store is being repaired')) : resolve(`${title} are here`)), answersAfterMs);
  });

function Section({ title, after }: { title: string; after: string | undefined }) {
  const before = useQuery({ queryKey: [after], queryFn: skipToken });
  const queryFn = after === undefined || before.data !== undefined ? () => answer(title) : skipToken;
  const { data, isPending } = useQuery({ queryKey: [title], queryFn, retry: false });
  return (
    <SectionSheet id={title} title={title} isBusy={isPending}>
      {data}
    </SectionSheet>
  );
}

function open(first: readonly string[]) {
  const client = new QueryClient();
  const page = (titles: readonly string[]) => (
    <QueryClientProvider client={client}>
      <Announcer />
      <LoadingAnnouncer />
      {titles.map((title, index) => (
        <Section key={title} title={title} after={titles[index - 1]} />
      ))}
    </QueryClientProvider>
  );
  const { rerender } = render(page(first));
  return { show: (titles: readonly string[]) => rerender(page(titles)) };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('says that the page loads and that it is there, once all of its sections have come, and no word more', async () => {
  const { show } = open(['plans', 'cards']);
  await pass(answersAfterMs + 500);
  expect(announcedMessages().polite).toEqual(['Loading billing']);
  await pass(answersAfterMs);
  expect(announcedMessages().polite).toEqual(['Loading billing', 'Billing loaded']);
  await pass(10_000);
  show(['plans', 'cards', 'invoices']);
  await pass(answersAfterMs - 500);
  expect(announcedMessages().polite).toEqual([]);
  await pass(1000);
  expect(announcedMessages().polite).toEqual([]);
});

it('says what is missing, once', async () => {
  const { show } = open(['costs']);
  await pass(answersAfterMs + 500);
  expect(announcedMessages().polite).toEqual(['Loading billing', 'Billing loaded, 1 of its parts failed']);
  await pass(10_000);
  show(['costs', 'invoices']);
  await pass(answersAfterMs + 500);
  expect(announcedMessages().polite).toEqual([]);
});

it('says nothing of a page that came complete', async () => {
  const { show } = open([]);
  await pass(500);
  show(['invoices']);
  await pass(answersAfterMs + 500);
  expect(announcedMessages().polite).toEqual([]);
});
