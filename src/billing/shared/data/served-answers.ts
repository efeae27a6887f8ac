import { useSyncExternalStore } from 'react';
import { hashKey, useQueryClient, type QueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '#lib/call-error.ts';

/** The answers that the document was made with, by the cache that they were put into. */
const served = new WeakMap<QueryClient, Map<string, unknown>>();

/** Puts an answer of the document into the cache; it counts as fresh from now on. */
export function restoreAnswer(client: QueryClient, key: QueryKey, answer: unknown): void {
  client.setQueryData(key, answer);
  const answers = served.get(client) ?? new Map<string, unknown>();
  served.set(client, answers.set(hashKey(key), answer));
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

/** What sections read of a query, as the server had it. Reading all of it would have it watched by the component, so it is not copied. */
function beforeAnswers<T>(query: UseQueryResult<T, CallError>, data: T | undefined): UseQueryResult<T, CallError> {
  const then = { data, isPending: data === undefined, isError: false, error: null, errorUpdateCount: 0 };
  return new Proxy(query, { get: (target, name) => Reflect.get(name in then ? then : target, name) as unknown });
}
