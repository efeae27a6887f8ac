import { useRef, useState, type ReactNode } from 'react';
import type { CallName } from '#contract/calls.ts';
import { loadRequest, saveRequest } from '#lib/browser/payment-attempts.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import {
  confirmPayment,
  prepareRequest,
  resendRequest,
  resumePayment,
  type AttemptFlow,
  type AttemptOrder,
  type AttemptTools,
} from './attempt-steps.ts';
import type { AttemptEvent, PaymentAttempt } from './attempt-types.ts';
import type { CardHandle } from './card-answer.ts';
import { idleAttempt, isBusyAttempt, nextAttempt, rememberedRequest, restoredAttempt } from './payment-attempt.ts';
import { useCaptcha } from './use-captcha.tsx';
import { useChallenge } from './use-challenge.ts';

const brokenOff = 'Something unexpected happened. Check again: you will not be charged twice.';

export interface PaymentAttemptRun<N extends CallName> {
  readonly attempt: PaymentAttempt;
  readonly isBusy: boolean;
  readonly isSteppedAside: boolean;
  readonly captchaElement: ReactNode;
  /** Sends an order, after resolving an earlier request that had no response. */
  readonly submit: (order: AttemptOrder<N>) => Promise<PaymentAttempt>;
  /** Repeats the request with the same idempotency key. `isDropped`: asks only for the outcome and does not pay. */
  readonly sendAgain: (isDropped?: boolean) => Promise<PaymentAttempt>;
  readonly resume: (secret: string, card?: Pick<CardHandle, 'getPaymentMethod'>) => Promise<PaymentAttempt>;
  /** Checks again a payment that the bank is processing. */
  readonly check: (secret: string) => Promise<PaymentAttempt>;
  /** Hides a failure that does not concern the current choice. */
  readonly dismiss: () => void;
}

export function usePaymentAttempt<N extends CallName>(flow: AttemptFlow<N>): PaymentAttemptRun<N> {
  const { slug, action } = flow;
  const [shown, setShown] = useState(() => flow.start ?? (action === null ? idleAttempt : restoredAttempt(loadRequest(slug, action))));
  const current = useRef(shown);
  const isRunning = useRef(false);
  const lastRequest = useRef(shown.open);
  const captcha = useCaptcha();
  const challenge = useChallenge();
  const { write } = useWrite(flow.call, { place: 'inline', failure: (message) => message });

  const take = (event: AttemptEvent): PaymentAttempt => {
    const before = current.current;
    const next = nextAttempt(before, event);
    current.current = next;
    lastRequest.current = next.open ?? lastRequest.current;
    if (action !== null && next.open !== before.open) saveRequest(slug, action, rememberedRequest(next));
    // A resting state is shown only after `onRest` has run.
    if (isBusyAttempt(next)) setShown(next);
    return next;
  };

  const tools: AttemptTools<N> = { flow, now: () => current.current, take, write, captcha, challenge };

  /** Runs `work`. If other work is still running, for example after a second press, does nothing. Always ends the busy state. */
  const run = async (work: () => Promise<void>): Promise<PaymentAttempt> => {
    if (isRunning.current) return current.current;
    isRunning.current = true;
    await work().catch(() => void take({ type: 'broke', message: brokenOff }));
    const follow = async () => flow.onRest(current.current, lastRequest.current);
    if (await follow().catch(() => false)) take({ type: 'dismissed' });
    isRunning.current = false;
    setShown(current.current);
    return current.current;
  };

  return {
    attempt: shown,
    isBusy: isBusyAttempt(shown),
    isSteppedAside: captcha.isSteppedAside || challenge.isSteppedAside,
    captchaElement: captcha.element,
    submit: (order) => run(() => (current.current.kind === 'unknown' ? resendRequest(tools) : prepareRequest(tools, order))),
    sendAgain: (isDropped) => run(() => resendRequest(tools, isDropped)),
    resume: (secret, card) => run(() => resumePayment(tools, secret, card)),
    check: (secret) =>
      run(async () => (take({ type: 'checked', secret }).kind === 'confirming' ? confirmPayment(tools, secret) : undefined)),
    dismiss: () => setShown(take({ type: 'dismissed' })),
  };
}
