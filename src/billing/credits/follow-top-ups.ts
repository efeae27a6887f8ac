import type { QueryClient } from '@tanstack/react-query';
import { callPlatform } from '#lib/browser/call.ts';
import { CallError } from '#lib/call-error.ts';
import { fillText } from '#lib/texts/fill.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { announceTopUp } from './announce-top-up.ts';
import { forgetProcessed, processedTopUps, saveProcessed, type ProcessedTopUp, type TopUpEnd } from './processed-top-ups.ts';

/** Delay before the first poll, in milliseconds; each further delay is twice as long, up to a minute. */
const firstPauseMs = 2500;
const longestPauseMs = 60_000;
const mostLooks = 100;

const followed = new Set<string>();
const announcedKeys = new Set<string>();

/** Polls top-ups and announces each result in every tab. A repeated request is safe, because it has the same idempotency key. */
export function followTopUps(client: QueryClient, topUps: readonly ProcessedTopUp[] = processedTopUps()): void {
  for (const topUp of topUps) {
    if (topUp.ended) tell(client, topUp, topUp.ended);
    else if (!followed.has(topUp.key)) void follow(client, topUp);
  }
}

async function follow(client: QueryClient, topUp: ProcessedTopUp): Promise<void> {
  followed.add(topUp.key);
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await pause(Math.min(firstPauseMs * 2 ** looks, longestPauseMs));
    await whenVisible();
    if (announcedKeys.has(topUp.key)) return;
    const ended = await lookAt(topUp);
    if (ended === null) continue;
    if (ended !== 'lost' && !announcedKeys.has(topUp.key)) {
      // Other tabs announce the saved result, so the result is saved before the record of the top-up is removed.
      saveProcessed({ ...topUp, ended });
      tell(client, topUp, ended);
    }
    return forgetProcessed(topUp.key);
  }
}

/** Returns null while the result is open, and 'lost' if the result will never be known. */
async function lookAt({ sent: input, key }: ProcessedTopUp): Promise<TopUpEnd | 'lost' | null> {
  try {
    const { data } = await callPlatform('topUpCredits', { ...input, idempotencyKey: key });
    return data.status === 'succeeded' ? { kind: 'paid' } : null;
  } catch (error) {
    if (!(error instanceof CallError) || error.status === null) return null;
    if (error.status === 402) return { kind: 'refused', message: error.message };
    const mayChange = error.status >= 500 || error.status === 401 || error.status === 429 || error.code === 'idempotency_key_in_use';
    return mayChange ? null : 'lost';
  }
}

function tell(client: QueryClient, { slug, key }: ProcessedTopUp, ended: TopUpEnd): void {
  if (announcedKeys.has(key)) return;
  announcedKeys.add(key);
  if (ended.kind === 'paid') announceTopUp(client, slug);
  else toast({ message: fillText(texts.failed, { message: ended.message }), severity: 'error', durationMs: toastDurations.long });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const whenVisible = (): Promise<void> =>
  document.hidden
    ? new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }))
    : Promise.resolve();
