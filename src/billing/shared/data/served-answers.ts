import { useSyncExternalStore } from 'react';
import { hashKey, useQueryClient, type QueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '#lib/call-error.ts';

const served = new WeakMap<QueryClient, Map<string, unknown>>();

export function restoreAnswer(client: QueryClient, key: QueryKey, answer: unknown): void {
  client.setQueryData(key, answer);
  const answers = served.get(client) ?? new Map<string, unknown>();
  served.set(client, answers.set(hashKey(key), answer));
}

const asServed = (client: QueryClient, key: QueryKey): unknown => served.get(client)?.get(hashKey(key));

const never = () => () => undefined;
const isAlive = () => true;

/** Hydrates with the response in the server HTML, then returns the newest response. Equal responses cause only one render. */
export function useAsServed<T>(query: UseQueryResult<T, CallError>, key: QueryKey): UseQueryResult<T, CallError> {
  const client = useQueryClient();
  const isCurrent = useSyncExternalStore(never, isAlive, () => {
    const state = client.getQueryState(key);
    return state === undefined || (state.data === asServed(client, key) && state.errorUpdateCount === 0);
  });
  return isCurrent ? query : beforeAnswers(query, asServed(client, key) as T | undefined);
}

/** Returns the query with the server's data. Uses a proxy, because a copy of the query would subscribe to every field. */
function beforeAnswers<T>(query: UseQueryResult<T, CallError>, data: T | undefined): UseQueryResult<T, CallError> {
  const then = { data, isPending: data === undefined, isError: false, error: null, errorUpdateCount: 0 };
  return new Proxy(query, { get: (target, name) => Reflect.get(name in then ? then : target, name) as unknown });
}
