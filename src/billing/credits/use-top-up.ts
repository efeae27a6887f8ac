import { useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { fill } from '#lib/texts/fill.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { noteSent, openAttempt } from '#lib/attempts.ts';
import type { CallResult } from '#lib/call.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { useCaptcha } from '#billing/shared/captcha/use-captcha.tsx';
import { isCard, type CardHandle } from '#billing/shared/payment/card-answer.ts';
import { usePaymentAttempt } from '#billing/shared/payment/use-attempt.ts';
import { useChallenge } from '#billing/shared/payment/use-challenge.ts';
import { processedAction, topUpAction } from './open-top-up.ts';
import { tellPaid } from './tell-paid.ts';

/** Something that went wrong before or after the request; what the request itself says is the attempt's matter. */
export interface TopUpProblem {
  readonly title: string;
  readonly message: string;
  /** What can be done about it. */
  readonly hint: string | null;
}

type Step = 'form' | 'checking' | 'charging' | 'confirming' | 'processing';

/**
 * What the dialog is about.
 * - `form`: amount and card are to be filled in
 * - `unknown`: it was asked for and not answered
 * - `left-open`: the bank's challenge is still to be passed
 * - `processing`: the bank takes its time; there is nothing left to do
 */
export type TopUpStage = 'form' | 'unknown' | 'left-open' | 'processing';

export type TopUp = ReturnType<typeof useTopUp>;

const busyWords: Readonly<Partial<Record<Step, string>>> = {
  checking: 'Checking your card...',
  charging: 'Waiting for the payment...',
  confirming: 'Waiting for your bank...',
};

const notCharged = 'Nothing was charged.';
const otherCard = 'Nothing was charged. Try again or use a different card.';

/** Buying credit, step by step: card, captcha, the request, and the bank's challenge where it asks for one. */
export function useTopUp(slug: string, card: RefObject<CardHandle | null>, onDone: () => void) {
  const client = useQueryClient();
  const captcha = useCaptcha();
  const challenge = useChallenge();
  const attempt = usePaymentAttempt('topUpCredits', {
    slug,
    action: topUpAction,
    failure: (message) => fill(texts.failed, { message }),
  });
  const [step, setStep] = useState<Step>('form');
  const [problem, setProblem] = useState<TopUpProblem | null>(null);

  /** What the dialog is about stays while it is worked on: price and card do not come and go meanwhile. */
  const [held, setHeld] = useState<TopUpStage | null>(null);
  const stage: TopUpStage =
    step === 'processing'
      ? 'processing'
      : (held ?? (attempt.kind === 'unknown' ? 'unknown' : attempt.kind === 'waiting' ? 'left-open' : 'form'));

  const stop = (title: string, message: string, hint: string | null = notCharged) => {
    setProblem({ title, message, hint });
    setStep('form');
  };

  const work = async (what: () => Promise<void>) => {
    setHeld(stage);
    setProblem(null);
    await what();
    setHeld(null);
  };

  function succeed() {
    attempt.settle('answered');
    tellPaid(client, slug);
    onDone();
  }

  function process() {
    const open = openAttempt(slug, topUpAction);
    if (open) noteSent(slug, processedAction, open, open.sent);
    attempt.settle('answered');
    setStep('processing');
  }

  async function confirm(secret: string) {
    attempt.wait();
    setStep('confirming');
    const outcome = await challenge.run(secret);
    if (outcome.kind === 'succeeded') return succeed();
    if (outcome.kind === 'processing') return process();
    const isOver = outcome.kind === 'failed';
    if (isOver) attempt.settle();
    stop(texts.confirmErrorTitle, outcome.message, isOver ? otherCard : null);
  }

  async function follow(result: CallResult<'topUpCredits'> | null) {
    if (!result) return setStep('form');
    const { status, payment_intent_secret: secret } = result.data;
    if (status === 'succeeded') return succeed();
    if (status === 'processing') return process();
    if (secret !== undefined) return confirm(secret);
    attempt.settle();
    stop(texts.errorTitle, notCharged, null);
  }

  return {
    captchaElement: captcha.element,
    isSteppedAside: captcha.isSteppedAside || challenge.isSteppedAside,
    attempt,
    stage,
    problem,
    busyMessage: busyWords[step] ?? null,

    submit: (dollars: number) =>
      work(async () => {
        setStep('checking');
        if ((await card.current?.check()) !== null) return setStep('form');
        const answer = await captcha.getToken();
        if ('error' in answer) return stop(texts.errorTitle, answer.error);
        const chosen = await card.current?.getPaymentMethod();
        if (!chosen || !isCard(chosen)) return setStep('form');
        setStep('charging');
        const { id, ...details } = chosen;
        const body = { payment_method_id: id, amount: dollars, hcaptcha_token: answer.token, ...details };
        await follow(await attempt.send(`${dollars}:${id}`, { params: { slug }, body }));
      }),

    /** Asks how it stands, and goes on from there: with a challenge that was left open, too. */
    goOn: () =>
      work(async () => {
        setStep('charging');
        await follow(await attempt.checkAgain());
      }),

    /** Drops a payment whose challenge was left open, unless it was passed meanwhile. */
    drop: () =>
      work(async () => {
        setStep('charging');
        const result = await attempt.checkAgain();
        if (result?.data.payment_intent_secret === undefined) return follow(result);
        attempt.settle();
        setStep('form');
        toast({ message: notCharged, severity: 'success', durationMs: toastDurations.short });
      }),
  };
}
