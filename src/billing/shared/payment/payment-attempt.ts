import type { OpenRequest } from '#lib/browser/payment-attempts.ts';
import { isUnsent, refusedBeforeStart } from '#lib/browser/call-with-retries.ts';
import type { CallError } from '#lib/call-error.ts';
import type { AttemptAnswer, AttemptEvent, AttemptKind, BusyKind, ConfirmOutcome, PaymentAttempt, RestingKind } from './attempt-types.ts';

/** Initial state of a payment attempt. `use-payment-attempt.ts` runs the attempt as a state machine, for example for top-ups. */
export const idleAttempt: PaymentAttempt = {
  kind: 'idle',
  open: null,
  wasUnknown: false,
  secret: null,
  message: null,
  error: null,
  from: 'idle',
};

const busyKinds: readonly AttemptKind[] = ['checkingCard', 'sending', 'challenge', 'confirming'];
/** States that must be resolved before another request is sent. */
const unsettledKinds: readonly AttemptKind[] = ['unknown', 'leftOpen', 'processing'];
/** States in which no challenge can be continued. */
const settledElsewhere: readonly AttemptKind[] = ['unknown', 'processing', 'succeeded'];

export const isBusyAttempt = (attempt: PaymentAttempt): attempt is PaymentAttempt & { kind: BusyKind } => busyKinds.includes(attempt.kind);

export const busyWords = <T>({ kind, from }: PaymentAttempt, usual: T): T | string =>
  kind === 'sending' && from === 'unknown' ? 'Waiting for the outcome of your earlier request...' : usual;

export const rememberedRequest = ({ open }: PaymentAttempt): OpenRequest | null => open;

export function restoredAttempt(open: OpenRequest | null): PaymentAttempt {
  if (open === null || open.sent === null) return { ...idleAttempt, open };
  const kind = open.isWaiting ? 'leftOpen' : 'unknown';
  return { ...idleAttempt, open, kind, from: kind, wasUnknown: kind === 'unknown' };
}

/** Error codes with an unknown outcome: the same request must be repeated. */
const unknownCodes: readonly string[] = ['idempotency_key_in_use', 'payment_outcome_unknown', 'gateway_unavailable'];

export function outcomeOfFailure(error: CallError, wasUnknown: boolean): 'unknown' | 'declined' | 'refused' {
  if (isUnsent(error)) return wasUnknown ? 'unknown' : 'refused';
  if (error.status === null || error.status >= 500 || unknownCodes.includes(error.code)) return 'unknown';
  if (wasUnknown && refusedBeforeStart.includes(error.status)) return 'unknown';
  return error.status === 402 ? 'declined' : 'refused';
}

/** Returns the attempt after an event. Events that do not fit, such as a second press or a late response, change nothing. */
export function nextAttempt(attempt: PaymentAttempt, event: AttemptEvent): PaymentAttempt {
  return isBusyAttempt(attempt) ? afterWork(attempt, event) : afterRest(attempt, event);
}

const rest = (attempt: PaymentAttempt, kind: RestingKind, more: Partial<PaymentAttempt> = {}): PaymentAttempt => ({
  ...idleAttempt,
  open: attempt.open,
  wasUnknown: attempt.wasUnknown,
  ...more,
  kind,
  from: kind,
});

/** Ends an attempt whose outcome is known. The next request gets a new key. */
const end = (kind: RestingKind, more: Partial<PaymentAttempt> = {}): PaymentAttempt => rest(idleAttempt, kind, more);

const unsent = (open: OpenRequest | null): OpenRequest | null => open && { key: open.key, about: open.about, sent: null };

/** State after a request that may have been executed. */
const unanswered = (attempt: PaymentAttempt, more: Partial<PaymentAttempt>): PaymentAttempt =>
  rest(attempt, attempt.open?.isWaiting ? 'leftOpen' : 'unknown', { ...more, wasUnknown: true });

/** State after a request that was not executed. If an earlier request may have been executed, the outcome stays unknown. */
const notBegun = (attempt: PaymentAttempt, kind: RestingKind, more: Partial<PaymentAttempt>): PaymentAttempt =>
  attempt.wasUnknown ? unanswered(attempt, more) : rest(attempt, kind, { ...more, open: unsent(attempt.open) });

function afterRest(attempt: PaymentAttempt, event: AttemptEvent): PaymentAttempt {
  const from = attempt.kind as RestingKind;
  const work = (kind: BusyKind, more: Partial<PaymentAttempt> = {}): PaymentAttempt => ({
    ...attempt,
    message: null,
    error: null,
    ...more,
    kind,
    from,
  });
  switch (event.type) {
    case 'prepared':
      return unsettledKinds.includes(from) ? attempt : work('checkingCard', { wasUnknown: false });
    case 'resent':
      return attempt.open === null || attempt.open.sent === null ? attempt : work('sending', { wasUnknown: true });
    case 'resumed':
      return settledElsewhere.includes(from) ? attempt : work('challenge', { secret: event.secret });
    case 'checked':
      return from === 'idle' || from === 'processing' ? work('confirming', { secret: event.secret, message: attempt.message }) : attempt;
    case 'dismissed':
      return from === 'declined' || from === 'refused' || from === 'notConfirmed' ? rest(attempt, 'idle') : attempt;
    default:
      return attempt;
  }
}

function afterWork(attempt: PaymentAttempt & { kind: BusyKind }, event: AttemptEvent): PaymentAttempt {
  if (event.type === 'broke') return afterBreak(attempt, event.message);
  switch (attempt.kind) {
    case 'checkingCard':
      return afterCard(attempt, event);
    case 'sending':
      return afterRequest(attempt, event);
    case 'challenge':
      if (event.type === 'challenged') return afterChallenge(attempt, event);
      // `stopped`: the member chose another card for the resumed payment, and that card can't be used.
      if (event.type !== 'stopped') return attempt;
      return rest(attempt, attempt.from === 'leftOpen' ? 'leftOpen' : 'idle', { message: event.message, secret: attempt.secret });
    case 'confirming':
      return event.type === 'confirmed' ? afterConfirm(attempt, event.outcome) : attempt;
  }
}

function afterBreak(attempt: PaymentAttempt & { kind: BusyKind }, message: string): PaymentAttempt {
  switch (attempt.kind) {
    case 'checkingCard':
      return notBegun(attempt, 'refused', { message });
    case 'sending':
      return unanswered(attempt, { message });
    case 'challenge':
      return rest(attempt, 'leftOpen', { message, secret: attempt.secret });
    case 'confirming':
      return rest(attempt, 'processing', { message, secret: attempt.secret });
  }
}

function afterCard(attempt: PaymentAttempt, event: AttemptEvent): PaymentAttempt {
  switch (event.type) {
    case 'stopped':
      return notBegun(attempt, event.message === null ? 'idle' : 'refused', { message: event.message });
    case 'sent': {
      const { about, request: requestInput, key } = event;
      const isSame = attempt.open?.about === about;
      // The outcome of an earlier, different request is unknown, so the key of that request must be kept.
      if (attempt.wasUnknown && !isSame) return attempt;
      return { ...attempt, kind: 'sending', open: { key: isSame && attempt.open ? attempt.open.key : key, about, sent: requestInput } };
    }
    default:
      return attempt;
  }
}

function afterRequest(attempt: PaymentAttempt, event: AttemptEvent): PaymentAttempt {
  switch (event.type) {
    case 'captchaRequired':
      return { ...attempt, kind: 'checkingCard', open: attempt.wasUnknown ? attempt.open : unsent(attempt.open) };
    case 'timedOut':
      return unanswered(attempt, { message: event.message });
    case 'failed':
      return afterFailure(attempt, event.message, event.error);
    case 'answered':
      return afterAnswer(attempt, event.answer);
    default:
      return attempt;
  }
}

function afterFailure(attempt: PaymentAttempt, message: string, error: CallError): PaymentAttempt {
  const kind = outcomeOfFailure(error, attempt.wasUnknown);
  if (kind === 'unknown') return unanswered(attempt, { message, error });
  const isCertain = kind === 'declined' || !refusedBeforeStart.includes(error.status);
  return isCertain ? end(kind, { message, error }) : notBegun(attempt, kind, { message, error });
}

function afterAnswer(attempt: PaymentAttempt, answer: AttemptAnswer): PaymentAttempt {
  switch (answer.kind) {
    case 'succeeded':
    case 'processing':
      return end(answer.kind);
    case 'dropped':
      return end('idle');
    case 'refused':
      return end('refused', { message: answer.message, error: answer.error ?? null });
    case 'needsPayer': {
      const { secret, keepsRequest, isPaidHere } = answer;
      const open = keepsRequest && attempt.open ? { ...attempt.open, isWaiting: true } : null;
      if (!isPaidHere) return end('leftOpen', { open, secret });
      return { ...attempt, kind: 'challenge', open, secret, wasUnknown: false };
    }
  }
}

function afterChallenge(attempt: PaymentAttempt, { outcome, needsConfirm }: AttemptEvent & { type: 'challenged' }): PaymentAttempt {
  switch (outcome.kind) {
    case 'succeeded':
    case 'processing':
      return needsConfirm ? { ...attempt, kind: 'confirming' } : end(outcome.kind);
    case 'failed':
      return end('notConfirmed', { message: outcome.message });
    case 'abandoned':
      return rest(attempt, 'leftOpen', { message: outcome.message, secret: attempt.secret });
  }
}

function afterConfirm(attempt: PaymentAttempt, outcome: ConfirmOutcome): PaymentAttempt {
  switch (outcome.kind) {
    case 'succeeded':
      return end('succeeded');
    case 'processing':
      return rest(attempt, 'processing', { message: outcome.message, secret: attempt.secret });
    case 'failed': {
      const { message, error } = outcome;
      return end(outcomeOfFailure(error, false) === 'declined' ? 'declined' : 'refused', { message, error });
    }
  }
}
