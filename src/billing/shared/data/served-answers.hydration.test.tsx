import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { CallError } from '#lib/call-error.ts';
import { readKey, useRead } from './queries.ts';
import { restoreAnswer } from './served-answers.ts';

const input = { params: { slug: 'acme' } } as const;
const key = readKey('getOrganization', input);

const drawn = vi.fn();

function Part() {
  drawn();
  const { data, isError, isPending, errorUpdateCount } = useRead('getOrganization', input, false);
  if (isError || errorUpdateCount > 0) return <p>failed</p>;
  return isPending ? <ul aria-busy="true" /> : <p>{data?.name}</p>;
}

const page = (client: QueryClient) => (
  <QueryClientProvider client={client}>
    <Suspense>
      <Part />
    </Suspense>
  </QueryClientProvider>
);

const named = (name: string) => ({ name }) as never;

function clientWith(answer: string | null): QueryClient {
  const client = new QueryClient();
  if (answer !== null) restoreAnswer(client, key, named(answer));
  return client;
}

async function hydrate(answer: string | null, before: (client: QueryClient) => unknown) {
  const root = document.createElement('div');
  root.innerHTML = renderToString(page(clientWith(answer)));
  const client = clientWith(answer);
  await before(client);
  const complaints: unknown[] = [];
  drawn.mockClear();
  await act(async () => {
    hydrateRoot(root, page(client), { onRecoverableError: (error) => complaints.push(error) });
  });
  return { shown: root.textContent, complaints };
}

it.each([
  ['that the document lacks', null],
  ['that is newer than the one of the document', 'Acorn'],
])('comes to life as it was served, and then shows an answer %s', async (_, answer) => {
  const { shown, complaints } = await hydrate(answer, (client) => client.setQueryData(key, named('Birch')));
  expect([shown, complaints]).toEqual(['Birch', []]);
});

it('comes to life as it was served, and then shows a failure', async () => {
  const fail = (client: QueryClient) =>
    client.prefetchQuery({ queryKey: key, retry: false, queryFn: () => Promise.reject(new CallError('no', { status: 500, code: 'x' })) });
  const { shown, complaints } = await hydrate(null, fail);
  expect([shown, complaints]).toEqual(['failed', []]);
});

it('draws nothing twice where nothing has changed', async () => {
  const { shown, complaints } = await hydrate('Acorn', () => undefined);
  expect([shown, complaints, drawn.mock.calls.length]).toEqual(['Acorn', [], 1]);
});
