import { newId, randomText } from '#sandbox/ids.ts';
import type { ChallengeRecord, NextAction } from '#sandbox/records/intents.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';

export type ChallengeWay = { kind: 'frame' } | { kind: 'redirect'; returnUrl: string };

export function openChallenge(
  tx: Transaction,
  intent: string,
  paymentMethod: string,
  way: ChallengeWay,
): { challenge: ChallengeRecord; nextAction: NextAction } {
  const challenge = tx.put<'challenge'>({
    object: 'challenge',
    id: newId('payatt'),
    created: tx.nowSeconds,
    intent,
    paymentMethod,
    secret: randomText(32),
    status: 'open',
    returnUrl: way.kind === 'redirect' ? way.returnUrl : null,
  });
  const nextAction: NextAction =
    way.kind === 'redirect'
      ? { type: 'redirect_to_url', redirect_to_url: { return_url: way.returnUrl, url: tx.urls.challenge(challenge.id, challenge.secret) } }
      : {
          type: 'use_stripe_sdk',
          use_stripe_sdk: {
            type: 'three_d_secure_redirect',
            source: challenge.id,
            stripe_js: tx.urls.challengePath(challenge.id, challenge.secret),
          },
        };
  return { challenge, nextAction };
}

/** Closes an open challenge. Returns null if the challenge is already closed, because the first result counts. */
export function closeChallenge(tx: Transaction, id: string | null, status: 'completed' | 'failed' | 'canceled'): ChallengeRecord | null {
  const challenge = id === null ? undefined : tx.get('challenge', id);
  if (!challenge || challenge.status !== 'open') return null;
  return tx.put<'challenge'>({ ...challenge, status });
}
