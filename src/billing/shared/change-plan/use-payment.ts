import { useQueryClient } from '@tanstack/react-query';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { useChallenge } from '#billing/shared/payment/use-challenge.ts';
import { readOptions } from '#billing/shared/queries.ts';
import type { ChangeOutcome } from './change-outcome.ts';
import { useConfirmChange } from './use-confirm-change.ts';

export interface Payment {
  /** While the bank asks, the dialog stands aside. */
  readonly isSteppedAside: boolean;
  /**
   * Brings the payment of a change to its end: the bank's challenge, then the platform's own look at it.
   * @param methodId another card, for a payment that is open again
   */
  readonly pay: (secret: string, methodId?: string) => Promise<ChangeOutcome>;
  /** Only the platform's own look, for a payment that goes on by itself. */
  readonly check: (secret: string) => Promise<ChangeOutcome>;
}

/** From a waiting payment to an outcome. */
export function usePayment(slug: string): Payment {
  const client = useQueryClient();
  const challenge = useChallenge();
  const check = useConfirmChange(slug);
  return {
    isSteppedAside: challenge.isSteppedAside,
    check,
    pay: async (secret, methodId) => {
      const result = await challenge.run(secret, methodId);
      if (result.kind === 'succeeded' || result.kind === 'processing') return check(secret);
      toast({ message: texts.couldNotConfirmPayment, severity: 'error', durationMs: toastDurations.long });
      if (result.kind === 'abandoned') return { kind: 'left_open', message: result.message, secret };
      // The platform looks at the payment as it reads the subscription, and clears the way for another attempt.
      await client
        .fetchQuery({ ...readOptions('getSubscription', { params: { slug } }), staleTime: 0, retry: false })
        .catch(() => undefined);
      return { kind: 'not_confirmed', message: result.message };
    },
  };
}
