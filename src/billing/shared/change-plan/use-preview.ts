import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Preview, Tier } from '#contract/types.ts';
import { callPlatform } from '#lib/browser/call.ts';
import { CallError } from '#lib/call-error.ts';
import { retryDelayMs } from '#lib/browser/retry.ts';
import { serverNowMs } from '#lib/browser/server-now.ts';
import type { FailedState } from '#billing/shared/data/section-state.ts';

const mostRetries = 3;
/** The longest that a timer can wait for. */
const longestTimerMs = 2 ** 31 - 1;

/** Of the preview alone, as the specification has it: 400 is final, anything else is tried again up to three times. */
export const retriesPreview = (failures: number, error: unknown): boolean =>
  failures < mostRetries && !(error instanceof CallError && error.status === 400);

export interface Renewal {
  readonly why: 'expired' | 'changed';
  /** The sum of the quote that was shown before, in cents, and that of the new one. */
  readonly wasCents: number;
  readonly nowCents: number;
}

export type PreviewState =
  | { readonly kind: 'loading' }
  /** The change can't be made; the platform says why, and asking again would not help. */
  | { readonly kind: 'refused'; readonly message: string }
  | FailedState
  | {
      readonly kind: 'ready';
      readonly preview: Preview;
      /** Set once the quote was replaced while it was on screen. */
      readonly renewal: Renewal | null;
      /** Asks for a new quote and keeps what the old one came to. Resolves when it is there or could not be got. */
      readonly renew: (why: Renewal['why']) => Promise<void>;
    };

/** What a change would cost, as a quote that is renewed when it expires. Each opening of a dialog requests a new quote. */
export function usePreview(slug: string, tier: Tier, isWanted: boolean): PreviewState {
  const [renewal, setRenewal] = useState<Renewal | null>(null);
  const query = useQuery<Preview, CallError>({
    queryKey: ['previewSubscription', { params: { slug }, body: { tier } }],
    queryFn: async ({ signal }) => (await callPlatform('previewSubscription', { params: { slug }, body: { tier } }, signal)).data,
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
      // A platform without quotes has none to replace.
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

/** What is payable now. */
const dueOf = ({ total_cents: totalCents, due_now_cents: dueNowCents = totalCents }: Preview['quote']): number => dueNowCents;

/** Why a change is refused. The full message also names the request field, which members don't need. */
const wordsOf = ({ fields: [refused], message }: CallError): string => refused?.message ?? message;
