import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { CallInput, CallResponse } from '#contract/types.ts';
import { CENTS_PER_DOLLAR } from '#lib/money.ts';
import { proposalOf, proposedCentsOf } from '#billing/shared/page/proposed-act.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import type { AttemptAnswer, AttemptKind, BusyKind } from '#billing/shared/payment/attempt-types.ts';
import type { CardHandle, CardToUse } from '#billing/shared/payment/card-answer.ts';
import { busyWords } from '#billing/shared/payment/payment-attempt.ts';
import { usePaymentAttempt } from '#billing/shared/payment/use-payment-attempt.ts';
import { announceTopUp } from './announce-top-up.ts';
import { followTopUps } from './follow-top-ups.ts';
import { saveProcessed } from './processed-top-ups.ts';
import { topUpAction } from './top-up-attempt.ts';

/** `unknown`: no response arrived. `leftOpen`: the bank's challenge is unfinished. `processing`: the bank decides, the member waits. */
export type TopUpStage = 'form' | 'unknown' | 'leftOpen' | 'processing';

export type TopUp = ReturnType<typeof useTopUp>;

const busyMessages: Readonly<Partial<Record<AttemptKind, string>>> = {
  checkingCard: 'Checking your card...',
  sending: 'Waiting for the payment...',
  challenge: 'Waiting for your bank...',
} satisfies Partial<Record<BusyKind, string>>;

export const notCharged = 'Nothing was charged.';

function readAnswer({ data }: { data: CallResponse<'topUpCredits'> }): AttemptAnswer {
  const { status, payment_intent_secret: secret } = data;
  if (status === 'succeeded' || status === 'processing') return { kind: status };
  // The payer must complete the top-up. The platform reports this state only in this response, so the browser tab stores the state.
  if (secret !== undefined) return { kind: 'needsPayer', secret, keepsRequest: true, isPaidHere: true };
  return { kind: 'refused', message: notCharged };
}

/**
 * The returned `about` identifies the amount, the card and the choice in `savesCard`.
 * @param savesCard whether to save a new card; no effect on saved cards
 */
export function topUpRequest(slug: string, dollars: number, savesCard: boolean, chosen: CardToUse | null, token: string) {
  const { id = '', ...details } = chosen ?? {};
  const body = {
    payment_method_id: id,
    amount: dollars,
    hcaptcha_token: token,
    ...details,
    ...(savesCard ? {} : { save_card: false }),
  };
  return { about: `${dollars}:${id}${savesCard ? '' : ':unsaved'}`, input: { params: { slug }, body } };
}

type TopUpInput = ReturnType<typeof topUpRequest>;

function withProposal({ about, input }: TopUpInput, dollars: number) {
  const { search } = window.location;
  const proposal = proposedCentsOf(search) === dollars * CENTS_PER_DOLLAR ? proposalOf(search) : null;
  if (proposal === null) return { about, input };
  return { about: `${about}:${proposal}`, input: { ...input, body: { ...input.body, proposal_id: proposal } } };
}

export function useTopUp(slug: string, card: RefObject<CardHandle | null>, onDone: () => void) {
  const client = useQueryClient();
  const run = usePaymentAttempt({
    slug,
    call: 'topUpCredits',
    action: topUpAction,
    readAnswer,
    onRest: ({ kind }, request) => {
      if (kind === 'processing' && request) {
        saveProcessed({ slug, key: request.key, sent: request.sent as CallInput<'topUpCredits'> });
        followTopUps(client);
      }
      if (kind !== 'succeeded') return;
      announceTopUp(client, slug);
      onDone();
    },
  });
  const { kind, from, open } = run.attempt;
  // During a request, the stage does not change, so that the amount and the card do not flicker.
  const about = run.isBusy ? from : kind;
  const stage: TopUpStage = about === 'unknown' || about === 'leftOpen' || about === 'processing' ? about : 'form';

  return {
    ...run,
    stage,
    busyMessage: busyWords(run.attempt, busyMessages[kind] ?? null),
    sentDollars: (open?.sent as CallInput<'topUpCredits'> | null | undefined)?.body.amount ?? null,
    buy: async (dollars: number, savesCard: boolean) => {
      if (!card.current) return;
      await run.submit({
        card: card.current,
        needsCaptcha: true,
        toRequest: (chosen, token) => withProposal(topUpRequest(slug, dollars, savesCard, chosen, token), dollars),
      });
    },
    /** Cancels a payment with an unfinished challenge, unless the payment has just succeeded. */
    drop: async () => {
      const { kind: now } = await run.sendAgain(true);
      if (now === 'idle') toast({ message: notCharged, severity: 'success', durationMs: toastDurations.short });
    },
  };
}
