import { useRef, useState, type ReactNode } from 'react';
import type { CallName } from '#contract/calls.ts';
import type { CallInput } from '#contract/types.ts';
import type { CallResult } from '#lib/browser/call.ts';
import { loadRequest, newRequestKey, saveRequest, type OpenRequest } from '#lib/browser/payment-attempts.ts';
import type { CallError } from '#lib/call-error.ts';
import { withinTime } from '#lib/within-time.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import type { AttemptAnswer, AttemptEvent, ConfirmOutcome, PaymentAttempt } from './attempt-types.ts';
import { isCard, type CardHandle, type CardToUse } from './card-answer.ts';
import { idleAttempt, isBusyAttempt, nextAttempt, rememberedRequest, restoredAttempt } from './payment-attempt.ts';
import { useCaptcha } from './use-captcha.tsx';
import { useChallenge } from './use-challenge.ts';

/** A dialog is never busy for longer than this. Milliseconds. */
export const longestBusyMs = 60_000;

const tooLong = 'This takes longer than it should. Check again: you will not be charged twice.';
const tooLongToSave = 'This takes longer than it should. Try again.';
const cardTooLong = 'The card could not be checked in time. Try again.';
const brokenOff = 'Something unexpected happened. Check again: you will not be charged twice.';

/** What one kind of payment adds to the attempt that all share. */
export interface AttemptFlow<N extends CallName> {
  readonly slug: string;
  readonly call: N;
  /** What is done, in a word: the request is remembered under it. Null where it moves no money and is never repeated. */
  readonly action: string | null;
  /** Where the attempt begins, if not with what the tab remembers. */
  readonly start?: PaymentAttempt;
  readonly readAnswer: (result: CallResult<N>) => AttemptAnswer;
  /** The request with a captcha token, where the platform asks for one only now. */
  readonly withCaptcha?: (request: CallInput<N>, token: string) => CallInput<N>;
  /** The platform's own look at a payment that its payer has confirmed. Never rejects. */
  readonly confirm?: (secret: string) => Promise<ConfirmOutcome>;
  readonly onFailure?: (error: CallError) => void;
  /**
   * What follows; the dialog stays busy until then.
   * @param request as it was sent last
   * @returns true where a refusal is shown already, as at the fields that it names
   */
  readonly onRest: (attempt: PaymentAttempt, request: OpenRequest | null) => Promise<boolean | void> | boolean | void;
}

export interface AttemptOrder<N extends CallName> {
  /** The card that is chosen in the dialog; null where none is charged. */
  readonly card: CardHandle | null;
  readonly needsCaptcha?: boolean;
  /** The same text for the same wish: then a second press repeats the first request. */
  readonly toRequest: (card: CardToUse | null, token: string) => { readonly about: string; readonly input: CallInput<N> };
}

export interface PaymentAttemptRun<N extends CallName> {
  readonly attempt: PaymentAttempt;
  readonly isBusy: boolean;
  /** While a page of the bank or the captcha is open, the dialog stands aside. */
  readonly isSteppedAside: boolean;
  /** To be drawn in the dialog. */
  readonly captchaElement: ReactNode;
  /** From the press of the button to a certain outcome. Where an earlier request got no answer, it finds that out first. */
  readonly submit: (order: AttemptOrder<N>) => Promise<PaymentAttempt>;
  /** Sends the very same request again; the platform does what carries the same key once. `isDropped`: but pays nothing. */
  readonly sendAgain: (isDropped?: boolean) => Promise<PaymentAttempt>;
  /** Goes on with a payment that waits for its payer, with another card where one is given. */
  readonly resume: (secret: string, card?: Pick<CardHandle, 'getPaymentMethod'>) => Promise<PaymentAttempt>;
  /** Looks again at a payment that the bank takes its time for. */
  readonly check: (secret: string) => Promise<PaymentAttempt>;
  /** Hides a failure that is no longer about what is chosen. */
  readonly dismiss: () => void;
}

/** Runs a payment attempt: card, captcha, request, the bank's challenge and the platform's look at it. */
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
    // What follows a resting state comes first.
    if (isBusyAttempt(next)) setShown(next);
    return next;
  };

  const look = async (secret: string): Promise<void> => {
    if (flow.confirm) take({ type: 'confirmed', outcome: await flow.confirm(secret) });
  };

  const pay = async (secret: string, methodId?: string): Promise<void> => {
    const outcome = await challenge.run(secret, methodId);
    if (take({ type: 'challenged', outcome, needsConfirm: flow.confirm !== undefined }).kind === 'confirming') await look(secret);
  };

  /** Sends what the attempt has open. */
  const ask = async (cardId: string | undefined, isDropped = false, hasCaptcha = false): Promise<void> => {
    const { open } = current.current;
    if (open === null) return;
    const input = open.sent as CallInput<N>;
    const result = await withinTime(
      write(action === null ? input : ({ ...(input as object), idempotencyKey: open.key } as CallInput<N>)),
      'late',
      longestBusyMs,
    );
    if (result === 'late' && action !== null) return void take({ type: 'timedOut', message: tooLong });
    if (result === 'late') return void take({ type: 'answered', answer: { kind: 'refused', message: tooLongToSave } });
    if (result.ok) {
      const answer = flow.readAnswer(result.answer);
      const next = take({ type: 'answered', answer: isDropped && answer.kind === 'needsPayer' ? { kind: 'dropped' } : answer });
      return next.kind === 'challenge' && next.secret !== null ? pay(next.secret, cardId) : undefined;
    }
    const { error } = result;
    if (error.code === 'captcha_required' && flow.withCaptcha && !hasCaptcha) {
      take({ type: 'captchaRequired' });
      const checked = await captcha.getToken();
      if ('error' in checked) return void take({ type: 'stopped', message: checked.error });
      take({ type: 'sent', about: open.about, request: flow.withCaptcha(input, checked.token), key: open.key });
      return ask(cardId, isDropped, true);
    }
    const { message } = error;
    // What moves no money is over when it failed.
    if (action === null) take({ type: 'answered', answer: { kind: 'refused', message, error } });
    else take({ type: 'failed', message, error });
    flow.onFailure?.(error);
  };

  const prepare = async ({ card, needsCaptcha = false, toRequest }: AttemptOrder<N>): Promise<void> => {
    if (take({ type: 'prepared' }).kind !== 'checkingCard') return;
    if (needsCaptcha && card && (await card.check()) !== null) return void take({ type: 'stopped', message: null });
    const checked = needsCaptcha ? await captcha.getToken() : { token: '' };
    if ('error' in checked) return void take({ type: 'stopped', message: checked.error });
    const chosen = card && (await withinTime(card.getPaymentMethod(), 'late', longestBusyMs));
    if (chosen === 'late') return void take({ type: 'stopped', message: cardTooLong });
    if (chosen !== null && !isCard(chosen)) return void take({ type: 'stopped', message: null });
    const { about, input } = toRequest(chosen, checked.token);
    take({ type: 'sent', about, request: input, key: newRequestKey() });
    return ask(chosen?.id);
  };

  const resume = async (secret: string, card?: Pick<CardHandle, 'getPaymentMethod'>): Promise<void> => {
    if (take({ type: 'resumed', secret }).kind !== 'challenge') return;
    const chosen = card && (await withinTime(card.getPaymentMethod(), 'late', longestBusyMs));
    if (chosen && (chosen === 'late' || !isCard(chosen))) return void take({ type: 'stopped', message: null });
    return pay(secret, chosen?.id);
  };

  const again = (isDropped?: boolean): Promise<void> =>
    take({ type: 'resent' }).kind === 'sending' ? ask(undefined, isDropped) : Promise.resolve();

  /** One thing at a time: a second press does nothing. Whatever happens, the controls come back. */
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
    submit: (order) => run(() => (current.current.kind === 'unknown' ? again() : prepare(order))),
    sendAgain: (isDropped) => run(() => again(isDropped)),
    resume: (secret, card) => run(() => resume(secret, card)),
    check: (secret) => run(async () => (take({ type: 'checked', secret }).kind === 'confirming' ? look(secret) : undefined)),
    dismiss: () => setShown(take({ type: 'dismissed' })),
  };
}
