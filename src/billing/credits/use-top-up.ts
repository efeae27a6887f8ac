import { useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { fill } from '#lib/texts/fill.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import type { CallResult } from '#lib/call.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { useCaptcha } from '#billing/shared/captcha/use-captcha.tsx';
import { isCard, type CardHandle } from '#billing/shared/payment/card-answer.ts';
import { usePaymentAttempt } from '#billing/shared/payment/use-attempt.ts';
import { useChallenge } from '#billing/shared/payment/use-challenge.ts';
import { refresh } from '#billing/shared/refresh.ts';
import { topUpAction } from './open-top-up.ts';

/** Something that went wrong before or after the request; what the request itself says is the attempt's matter. */
export interface TopUpProblem {
  readonly title: string;
  readonly message: string;
  /** What can be done about it. */
  readonly hint: string | null;
  /** The bank's challenge was left open, and can be gone on with. */
  readonly secret: string | null;
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

/** How long the credit may take to show after the card was charged. Milliseconds. */
const lateCreditMs = 3000;

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

  const [isRechecking, setRechecking] = useState(false);
  const stage: TopUpStage =
    step === 'processing'
      ? 'processing'
      : attempt.kind === 'unknown' || isRechecking
        ? 'unknown'
        : problem?.secret == null
          ? 'form'
          : 'left-open';

  const stop = (title: string, message: string, more: Pick<TopUpProblem, 'hint' | 'secret'> = { hint: notCharged, secret: null }) => {
    setProblem({ title, message, ...more });
    setStep('form');
  };

  function succeed() {
    attempt.settle('answered');
    void refresh(client, slug, 'credits');
    setTimeout(() => void refresh(client, slug, 'credits'), lateCreditMs);
    toast({ message: texts.succeeded, severity: 'success', durationMs: toastDurations.medium });
    onDone();
  }

  function process() {
    attempt.settle('answered');
    setStep('processing');
  }

  async function confirm(secret: string) {
    setProblem(null);
    setStep('confirming');
    const outcome = await challenge.run(secret);
    if (outcome.kind === 'succeeded') return succeed();
    if (outcome.kind === 'processing') return process();
    if (outcome.kind === 'failed') attempt.settle();
    const isOpen = outcome.kind === 'abandoned';
    stop(texts.confirmErrorTitle, outcome.message, isOpen ? { hint: null, secret } : { hint: otherCard, secret: null });
  }

  async function follow(result: CallResult<'topUpCredits'> | null) {
    if (!result) return setStep('form');
    const { status, payment_intent_secret: secret } = result.data;
    if (status === 'succeeded') return succeed();
    if (status === 'processing') return process();
    if (secret !== undefined) return confirm(secret);
    attempt.settle();
    stop(texts.errorTitle, fill(texts.failed, { message: 'the payment was canceled' }));
  }

  return {
    captchaElement: captcha.element,
    isSteppedAside: captcha.isSteppedAside || challenge.isSteppedAside,
    attempt,
    stage,
    problem,
    busyMessage: busyWords[step] ?? null,

    async submit(dollars: number) {
      setProblem(null);
      setStep('checking');
      if ((await card.current?.check()) !== null) return setStep('form');
      const answer = await captcha.getToken();
      if ('error' in answer) return stop(texts.errorTitle, answer.error);
      const chosen = await card.current?.getPaymentMethod();
      if (!chosen || !isCard(chosen)) return setStep('form');
      setStep('charging');
      const { id, ...details } = chosen;
      const body = { payment_method_id: id, amount: dollars, hcaptcha_token: answer.token, ...details };
      const result = await attempt.send(`${dollars}:${id}`, { params: { slug }, body });
      await follow(result);
    },

    async checkAgain() {
      setProblem(null);
      setStep('charging');
      setRechecking(true);
      const result = await attempt.checkAgain();
      setRechecking(false);
      await follow(result);
    },

    /** Goes on with a challenge that was left open. */
    goOn: () => (problem?.secret == null ? Promise.resolve() : confirm(problem.secret)),
  };
}
