import { useEffect } from 'react';
import { queryOptions, useQuery, useQueryClient, type QueryState, type UseQueryResult } from '@tanstack/react-query';
import type { CallName, Calls } from '#contract/calls.ts';
import type { CallInput, CallResponse, Profile } from '#contract/types.ts';
import type { CallError } from '#lib/call-error.ts';
import { loadCode } from '#lib/browser/new-build.ts';
import { whenFree } from '#lib/browser/when-used.ts';
import { useAsServed } from './served-answers.ts';

export type ReadCall = { [N in CallName]: Calls[N]['method'] extends 'GET' | 'HEAD' ? N : never }[CallName];

/** Cached value of a read: the body, or the total count as text if the call has no body. */
export type ReadData<N extends ReadCall> = Calls[N]['method'] extends 'HEAD' ? string : CallResponse<N>;

const minuteMs = 60_000;

/** Cache lifetime per read, in milliseconds (specification, section 9). */
const freshForMs: Partial<Record<ReadCall, number>> = {
  getSubscription: 60 * minuteMs,
  getOrganization: 30 * minuteMs,
  getProfile: 30 * minuteMs,
  getDailyUsage: 60 * minuteMs,
};

export function readKey<N extends ReadCall>(name: N, input: CallInput<N>): readonly [N, CallInput<N>] {
  return [name, input];
}

type Capabilities = Profile['capabilities'];

/** Returns the input to send. If the platform can omit the list of add-ons, requests the subscription without this list. */
export function sentInput<N extends ReadCall>(name: N, input: CallInput<N>, capabilities: Capabilities): CallInput<N> {
  if (name !== 'getSubscription') return input;
  const { params, query } = input as unknown as CallInput<'getSubscription'>;
  const fullInput: CallInput<'getSubscription'> = { params, query: query ?? { project_addons: 'omit' } };
  return (capabilities.includes('subscription-parts') ? fullInput : { params }) as unknown as CallInput<N>;
}

/** Loads the API client with the first read, not earlier, because the document already contains the data of the first view. */
const client = () => loadCode(() => import('#lib/browser/call.ts'));

export function readOptions<N extends ReadCall>(name: N, input: CallInput<N>) {
  return queryOptions<ReadData<N>, CallError, ReadData<N>, readonly [N, CallInput<N>]>({
    queryKey: readKey(name, input),
    queryFn: async ({ signal, client: known }) => {
      const { callPlatform } = await client();
      const capabilities = known.getQueryData<Profile>(readKey('getProfile', {}))?.capabilities ?? [];
      const { data, totalCount } = await callPlatform(name, sentInput(name, input, capabilities), signal);
      return (data ?? totalCount ?? '0') as ReadData<N>;
    },
    staleTime: freshForMs[name] ?? minuteMs,
  });
}

const mostAnswers = 100;

/** Returns a polling interval that grows while work is in progress. A hidden tab does not poll. */
export const slowlyWhile =
  <T>(isUnderWay: (answer: T) => boolean) =>
  ({
    state: { data, dataUpdateCount, errorUpdateCount },
  }: {
    state: Pick<QueryState<T>, 'data' | 'dataUpdateCount' | 'errorUpdateCount'>;
  }) => {
    const answers = dataUpdateCount + errorUpdateCount;
    return data !== undefined && isUnderWay(data) && answers < mostAnswers && Math.min(2500 * 2 ** answers, minuteMs);
  };

export function useRead<N extends ReadCall>(name: N, input: CallInput<N>, enabled = true): UseQueryResult<ReadData<N>, CallError> {
  const options = readOptions(name, input);
  return useAsServed(useQuery({ ...options, enabled }), options.queryKey);
}

/** Ignores errors, because the panel loads the plans again. */
export function usePlansAhead(slug: string): void {
  const queries = useQueryClient();
  useEffect(() => whenFree(() => void queries.prefetchQuery(readOptions('listPlans', { params: { slug } }))), [queries, slug]);
}
