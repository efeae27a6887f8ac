import { useEffect, type ReactNode } from 'react';
import type { CallError } from '#lib/call-error.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { SignInAgain } from '#billing/shared/data/ReadFailure.tsx';
import { waitWords } from './wait-messages.ts';

export interface FailureNoteProps {
  /** Name of the failed action, if the message does not contain it. */
  title?: string;
  message: string;
  /** Error of the call. A new error object is announced even if its message is the same. */
  error?: CallError | null;
  hint?: string;
  actions?: ReactNode;
  /** True if a toast has already announced the failure. */
  isAnnounced?: boolean;
}

/** Typed input stays even after session expiry, because sign-in opens a new tab. */
export function FailureNote({ title, message, error = null, hint, actions, isAnnounced = false }: FailureNoteProps) {
  useEffect(() => {
    if (!isAnnounced) announce([title, message].filter(Boolean).join('. '), 'assertive');
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new failure is said even in the same words
  }, [title, message, error, isAnnounced]);
  const isSignedOut = error?.status === 401;
  return (
    <Notice variant="negative" title={title} actions={actions}>
      <p>{message}</p>
      {isSignedOut ? <SignInAgain /> : <FurtherHint error={error} hint={hint} />}
    </Notice>
  );
}

/** Returns true if the error is a limit whose message already says when the next attempt is possible. */
const namesItsTime = (code: string | undefined): boolean => code === 'plan_change_limit' || code === 'too_many_changes';

function FurtherHint({ error, hint }: { error: CallError | null; hint: string | undefined }) {
  const seconds = namesItsTime(error?.code) ? 0 : Math.ceil((error?.retryAfterMs ?? 0) / 1000);
  const wait = seconds > 0 ? `You can try again in ${waitWords(seconds)}.` : null;
  const words = wait ?? hint ?? (error?.status === null ? 'Nothing you entered is lost.' : null);
  return words !== null && <p>{words}</p>;
}
