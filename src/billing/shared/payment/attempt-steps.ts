import type { CallName } from '#contract/calls.ts';
import type { CallInput } from '#contract/types.ts';
import type { CallResult } from '#lib/browser/call.ts';
import { newRequestKey, type OpenRequest } from '#lib/browser/payment-attempts.ts';
import type { CallError } from '#lib/call-error.ts';
import { withinTime } from '#lib/within-time.ts';
import type { Write } from '#billing/shared/data/write.ts';
import type { AttemptAnswer, AttemptEvent, ConfirmOutcome, PaymentAttempt } from './attempt-types.ts';
import { isCard, type CardHandle, type CardToUse } from './card-answer.ts';
import type { Captcha } from './use-captcha.tsx';
import type { Challenge } from './use-challenge.ts';

export const longestBusyMs = 60_000;

const tooLong = 'This takes longer than it should. Check again: you will not be charged twice.';
const tooLongToSave = 'This takes longer than it should. Try again.';
const cardTooLong = 'The card could not be checked in time. Try again.';

export interface AttemptFlow<N extends CallName> {
  readonly slug: string;
  readonly call: N;
  /** Storage name of the request; null for a request that moves no money and is never retried. */
  readonly action: string | null;
  /** Initial state; by default the state that the tab has stored. */
  readonly start?: PaymentAttempt;
  readonly readAnswer: (result: CallResult<N>) => AttemptAnswer;
  readonly withCaptcha?: (request: CallInput<N>, token: string) => CallInput<N>;
  /** Confirms the payment at the platform. Never rejects. */
  readonly confirm?: (secret: string) => Promise<ConfirmOutcome>;
  readonly onFailure?: (error: CallError) => void;
  /** Runs when the attempt reaches a resting state, while the dialog is still busy. @returns true if a field already shows the error */
  readonly onRest: (attempt: PaymentAttempt, request: OpenRequest | null) => Promise<boolean | void> | boolean | void;
}

export interface AttemptOrder<N extends CallName> {
  /** Card that the member has chosen; null if no card is charged. */
  readonly card: CardHandle | null;
  readonly needsCaptcha?: boolean;
  /** Builds a request. If the open request has the same `about`, the new request reuses its idempotency key. */
  readonly toRequest: (card: CardToUse | null, token: string) => { readonly about: string; readonly input: CallInput<N> };
}

export interface AttemptTools<N extends CallName> {
  readonly flow: AttemptFlow<N>;
  readonly now: () => PaymentAttempt;
  readonly take: (event: AttemptEvent) => PaymentAttempt;
  readonly write: Write<N>['write'];
  readonly captcha: Captcha;
  readonly challenge: Challenge;
}

export async function confirmPayment<N extends CallName>({ flow, take }: AttemptTools<N>, secret: string): Promise<void> {
  if (flow.confirm) take({ type: 'confirmed', outcome: await flow.confirm(secret) });
}

async function passChallenge<N extends CallName>(tools: AttemptTools<N>, secret: string, methodId?: string): Promise<void> {
  const { flow, take, challenge } = tools;
  const outcome = await challenge.run(secret, methodId);
  if (take({ type: 'challenged', outcome, needsConfirm: flow.confirm !== undefined }).kind === 'confirming')
    await confirmPayment(tools, secret);
}

interface SendOptions {
  readonly cardId?: string | undefined;
  /** True if the member gives up the payment. The request then returns the outcome of the payment and charges nothing. */
  readonly isDropped?: boolean | undefined;
  readonly hasCaptcha?: boolean;
}

async function sendRequest<N extends CallName>(tools: AttemptTools<N>, options: SendOptions): Promise<void> {
  const { flow, take, write } = tools;
  const { open } = tools.now();
  if (open === null) return;
  const input = open.sent as CallInput<N>;
  const result = await withinTime(
    write(flow.action === null ? input : ({ ...(input as object), idempotencyKey: open.key } as CallInput<N>)),
    'late',
    longestBusyMs,
  );
  if (result === 'late' && flow.action !== null) return void take({ type: 'timedOut', message: tooLong });
  if (result === 'late') return void take({ type: 'answered', answer: { kind: 'refused', message: tooLongToSave } });
  if (!result.ok) return handleRefusal(tools, open, result.error, options);
  const answer = flow.readAnswer(result.answer);
  const isDropped = options.isDropped === true && answer.kind === 'needsPayer';
  const next = take({ type: 'answered', answer: isDropped ? { kind: 'dropped' } : answer });
  if (next.kind === 'challenge' && next.secret !== null) await passChallenge(tools, next.secret, options.cardId);
}

async function handleRefusal<N extends CallName>(
  tools: AttemptTools<N>,
  open: OpenRequest,
  error: CallError,
  options: SendOptions,
): Promise<void> {
  const { flow, take, captcha } = tools;
  if (error.code === 'captcha_required' && flow.withCaptcha && !options.hasCaptcha) {
    take({ type: 'captchaRequired' });
    const checked = await captcha.getToken();
    if ('error' in checked) return void take({ type: 'stopped', message: checked.error });
    take({ type: 'sent', about: open.about, request: flow.withCaptcha(open.sent as CallInput<N>, checked.token), key: open.key });
    return sendRequest(tools, { ...options, hasCaptcha: true });
  }
  const { message } = error;
  // The failure of a request that moves no money is final.
  if (flow.action === null) take({ type: 'answered', answer: { kind: 'refused', message, error } });
  else take({ type: 'failed', message, error });
  flow.onFailure?.(error);
}

export async function prepareRequest<N extends CallName>(
  tools: AttemptTools<N>,
  { card, needsCaptcha = false, toRequest }: AttemptOrder<N>,
): Promise<void> {
  const { take, captcha } = tools;
  if (take({ type: 'prepared' }).kind !== 'checkingCard') return;
  if (needsCaptcha && card && (await card.check()) !== null) return void take({ type: 'stopped', message: null });
  const checked = needsCaptcha ? await captcha.getToken() : { token: '' };
  if ('error' in checked) return void take({ type: 'stopped', message: checked.error });
  const chosen = card && (await withinTime(card.getPaymentMethod(), 'late', longestBusyMs));
  if (chosen === 'late') return void take({ type: 'stopped', message: cardTooLong });
  if (chosen !== null && !isCard(chosen)) return void take({ type: 'stopped', message: null });
  const { about, input } = toRequest(chosen, checked.token);
  take({ type: 'sent', about, request: input, key: newRequestKey() });
  return sendRequest(tools, { cardId: chosen?.id });
}

export async function resumePayment<N extends CallName>(
  tools: AttemptTools<N>,
  secret: string,
  card?: Pick<CardHandle, 'getPaymentMethod'>,
): Promise<void> {
  const { take } = tools;
  if (take({ type: 'resumed', secret }).kind !== 'challenge') return;
  const chosen = card && (await withinTime(card.getPaymentMethod(), 'late', longestBusyMs));
  if (chosen && (chosen === 'late' || !isCard(chosen))) return void take({ type: 'stopped', message: null });
  return passChallenge(tools, secret, chosen?.id);
}

export async function resendRequest<N extends CallName>(tools: AttemptTools<N>, isDropped?: boolean): Promise<void> {
  if (tools.take({ type: 'resent' }).kind === 'sending') await sendRequest(tools, { isDropped });
}
