import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Preview, Tier } from '#contract/types.ts';
import { callPlatform } from '#lib/browser/call.ts';
import { CallError } from '#lib/call-error.ts';
import { retryDelayMs } from '#lib/browser/retry.ts';
import { serverNowMs } from '#lib/browser/server-now.ts';
import { proposalOf, proposedTierOf } from '#billing/shared/page/proposed-act.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import type { FailedState } from '#billing/shared/data/section-state.ts';

const mostRetries = 3;
/** Maximum delay of a browser timer, in milliseconds. */
const longestTimerMs = 2 ** 31 - 1;

/** Returns whether to retry a preview. By the specification: never after status 400, otherwise up to three times. */
export const retriesPreview = (failures: number, error: unknown): boolean =>
  failures < mostRetries && !(error instanceof CallError && error.status === 400);

export interface Renewal {
  readonly why: 'expired' | 'changed';
  readonly wasCents: number;
  readonly nowCents: number;
}

export type PreviewState =
  | { readonly kind: 'loading' }
  /** The change is impossible; `message` is the reason. A retry does not help. */
  | { readonly kind: 'refused'; readonly message: string }
  | FailedState
  | {
      readonly kind: 'ready';
      readonly preview: Preview;
      /** Reason and amounts if a newer quote has replaced the shown quote; otherwise null. */
      readonly renewal: Renewal | null;
      /** Requests a new quote. Resolves when the request succeeds or fails. */
      readonly renew: (why: Renewal['why']) => Promise<void>;
    };

/** Renews the quote on expiry. Every opened dialog requests a new quote. */
export function usePreview(slug: string, tier: Tier, isWanted: boolean): PreviewState {
  const [renewal, setRenewal] = useState<Renewal | null>(null);
  const proposal = useSearchPart(proposalOf);
  const proposedTier = useSearchPart(proposedTierOf);
  const body = { tier, ...(proposal !== null && proposedTier === tier ? { proposal_id: proposal } : {}) };
  const query = useQuery<Preview, CallError>({
    queryKey: ['previewSubscription', { params: { slug }, body }],
    queryFn: async ({ signal }) => (await callPlatform('previewSubscription', { params: { slug }, body }, signal)).data,
    enabled: isWanted,
    retry: retriesPreview,
    retryDelay: retryDelayMs,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  });
  const { data, refetch } = query;
  const renew = useCallback(
    async (why: Renewal['why']) => {
      const answer = await refetch();
      // If the platform does not support quotes, both quotes are undefined, and nothing is replaced.
      const [was, now] = [data?.quote, answer.data?.quote];
      if (answer.isSuccess && was && now && now.id !== was.id) setRenewal({ why, wasCents: dueOf(was), nowCents: dueOf(now) });
    },
    [refetch, data],
  );
  const expiresAt = data?.quote?.expires_at;
  useEffect(() => {
    if (!isWanted || expiresAt === undefined) return;
    const leftMs = Math.min(longestTimerMs, Math.max(0, expiresAt * 1000 - serverNowMs()));
    const timer = setTimeout(() => void renew('expired'), leftMs);
    return () => clearTimeout(timer);
  }, [isWanted, expiresAt, renew]);

  if (data) return { kind: 'ready', preview: data, renewal, renew };
  if (query.error?.status === 400) return { kind: 'refused', message: wordsOf(query.error) };
  if (query.errorUpdateCount === 0) return { kind: 'loading' };
  return {
    kind: 'failed',
    message: query.error?.message ?? null,
    isSignedOut: query.error?.status === 401,
    attempts: query.errorUpdateCount,
    retrying: query.isFetching,
    retry: async () => (await refetch()).isSuccess,
  };
}

const dueOf = ({ total_cents: totalCents, due_now_cents: dueNowCents = totalCents }: Preview['quote']): number => dueNowCents;

/** Returns the reason for a rejection, without the field name that the full message contains. */
const wordsOf = ({ fields: [refused], message }: CallError): string => refused?.message ?? message;
