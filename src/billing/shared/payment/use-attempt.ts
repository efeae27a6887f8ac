import { useRef, useState } from 'react';
import type { CallName } from '#contract/calls.ts';
import type { CallInput } from '#contract/types.ts';
import { attemptAt, noteSent, noteUnsent, noteWaiting, openAttempt, settleAttempt, type Attempt } from '#lib/attempts.ts';
import type { CallResult } from '#lib/call.ts';
import type { CallError } from '#lib/call-error.ts';
import { useWrite, type WriteFailure } from '#billing/shared/write.ts';
import { isCertain, kindAfter, type AttemptKind } from './attempt-state.ts';

export interface AttemptOptions {
  readonly slug: string;
  /** What is done, as one word: the place where the attempt is kept. */
  readonly action: string;
  /** What failed, with the platform's own words put in. */
  readonly failure: (message: string) => string;
}

export interface PaymentAttempt<N extends CallName> {
  readonly kind: AttemptKind;
  /** Why it is unknown, declined or refused; null where only the wait was broken off, as by a reload. */
  readonly failure: WriteFailure | null;
  /** The request that is open, as it was sent. */
  readonly sent: CallInput<N> | null;
  /**
   * Asks for it. The key stays the same for the same words in `about`, through retries and reloads, until the outcome is
   * certain. Resolves to null where it failed.
   */
  readonly send: (about: string, input: CallInput<N>) => Promise<CallResult<N> | null>;
  /** Sends the very same request again; the platform does what carries the same key once. */
  readonly checkAgain: () => Promise<CallResult<N> | null>;
  /** Says that the payment waits for its payer, which is remembered through reloads. */
  readonly wait: () => void;
  /** Says that the outcome is certain, and how it ended for this page. */
  readonly settle: (kind?: AttemptKind) => void;
}

interface State {
  readonly kind: AttemptKind;
  readonly attempt: Attempt | null;
}

const stateOf = (attempt: Attempt | null): State => ({
  attempt,
  kind: attempt?.sent == null ? 'not-sent' : attempt.isWaiting ? 'waiting' : 'unknown',
});

/** One payment, from being asked for to a certain outcome, wherever in between the connection or the page is lost. */
export function usePaymentAttempt<N extends CallName>(name: N, { slug, action, failure }: AttemptOptions): PaymentAttempt<N> {
  const [{ kind, attempt }, setState] = useState(() => stateOf(openAttempt(slug, action)));
  const lastError = useRef<CallError | null>(null);
  const {
    write,
    failure: shown,
    reset,
  } = useWrite(name, {
    failure,
    place: 'alert',
    onFailure: (error) => {
      lastError.current = error;
    },
  });

  async function ask(open: Attempt, input: CallInput<N>): Promise<CallResult<N> | null> {
    const wasUnknown = open.sent !== null;
    const sent = noteSent(slug, action, open, input);
    setState({ kind: 'sending', attempt: sent });
    const result = await write({ ...(input as object), idempotencyKey: sent.key } as CallInput<N>);
    if (result) {
      setState({ kind: 'answered', attempt: sent });
      return result;
    }
    const error = lastError.current;
    const next = error ? kindAfter(error, wasUnknown) : 'unknown';
    if (isCertain(next, error)) settleAttempt(slug, action);
    else if (next !== 'unknown') noteUnsent(slug, action, sent);
    setState(next === 'unknown' ? stateOf(sent) : { kind: next, attempt: null });
    return null;
  }

  return {
    kind,
    failure: kind === 'sending' || kind === 'answered' ? null : shown,
    sent: (attempt?.sent ?? null) as CallInput<N> | null,
    send: (about, input) => ask(attemptAt(slug, action, about), input),
    checkAgain: () => (attempt?.sent == null ? Promise.resolve(null) : ask(attempt, attempt.sent as CallInput<N>)),
    wait: () => {
      const open = openAttempt(slug, action);
      if (open) setState(stateOf(noteWaiting(slug, action, open)));
    },
    settle: (how = 'not-sent') => {
      settleAttempt(slug, action);
      reset();
      setState({ kind: how, attempt: null });
    },
  };
}
