import { useSyncExternalStore } from 'react';
import { hashKey, useQueryClient, type QueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '#lib/call-error.ts';

/** The answers that the document was made with, by the cache that they were put into. */
const served = new WeakMap<QueryClient, Map<string, unknown>>();

/** Puts an answer of the document into the cache; it counts as fresh from now on. */
export function restoreAnswer(client: QueryClient, key: QueryKey, answer: unknown): void {
  client.setQueryData(key, answer);
  served.set(client, (served.get(client) ?? new Map<string, unknown>()).set(hashKey(key), client.getQueryData(key)));
}

const asServed = (client: QueryClient, key: QueryKey): unknown => served.get(client)?.get(hashKey(key));

const never = () => () => undefined;
const isAlive = () => true;

/**
 * A part of the page comes to life as its HTML was made, whatever was answered since, and shows the newest answer right after.
 * Nothing is drawn twice where the answer is still the same.
 */
export function useAsServed<T>(query: UseQueryResult<T, CallError>, key: QueryKey): UseQueryResult<T, CallError> {
  const client = useQueryClient();
  const isCurrent = useSyncExternalStore(never, isAlive, () => {
    const state = client.getQueryState(key);
    return state === undefined || (state.data === asServed(client, key) && state.errorUpdateCount === 0);
  });
  return isCurrent ? query : beforeAnswers(query, asServed(client, key) as T | undefined);
}

/** A query as the server had it. Reading all of it would have it watched by the component, so it is not copied. */
function beforeAnswers<T>(query: UseQueryResult<T, CallError>, data: T | undefined): UseQueryResult<T, CallError> {
  const isThere = data !== undefined;
  const then = {
    data,
    status: isThere ? 'success' : 'pending',
    isSuccess: isThere,
    isPending: !isThere,
    isError: false,
    error: null,
    errorUpdateCount: 0,
    isPlaceholderData: false,
  };
  const descriptors = Object.fromEntries(Object.entries(then).map(([name, value]) => [name, { value }]));
  return Object.create(query, descriptors) as UseQueryResult<T, CallError>;
}
