import { useEffect, type ReactNode } from 'react';
import type { CallError } from '#lib/call-error.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';

export interface FailureNoteProps {
  /** What failed, where the message alone does not say it. */
  title?: string;
  /** The whole sentence. */
  message: string;
  /** The call's own failure; a new one is spoken again even with the same words. */
  error?: CallError | null;
  /** What can be done about it. */
  hint?: string;
  actions?: ReactNode;
  /** It was said already, as by a toast: here it only stands. */
  isTold?: boolean;
}

const signInAddress = '/sign-in';

/**
 * Something that was asked for has failed: said at once, and shown where it was asked. Nothing that was typed is lost,
 * not even by a session that ended meanwhile: signing in happens in another tab.
 */
export function FailureNote({ title, message, error = null, hint, actions, isTold = false }: FailureNoteProps) {
  useEffect(() => {
    if (!isTold) announce([title, message].filter(Boolean).join('. '), 'assertive');
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new failure is said even in the same words
  }, [title, message, error, isTold]);
  const isSignedOut = error?.status === 401;
  return (
    <Notice variant="negative" title={title} actions={actions}>
      <p>{message}</p>
      {isSignedOut ? (
        <p>
          {'Your session has ended. '}
          <TextLink href={signInAddress} opensInNewTab>
            Sign in again
          </TextLink>
          {', then come back to this tab and try again. What you entered is kept.'}
        </p>
      ) : (
        <FurtherHint error={error} hint={hint} />
      )}
    </Notice>
  );
}

function FurtherHint({ error, hint }: { error: CallError | null; hint: string | undefined }) {
  const seconds = error?.retryAfterMs == null ? null : Math.ceil(error.retryAfterMs / 1000);
  if (seconds !== null && seconds > 0) return <p>{`You can try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`}</p>;
  if (hint !== undefined) return <p>{hint}</p>;
  return error?.status === null ? <p>Nothing you entered is lost.</p> : null;
}
