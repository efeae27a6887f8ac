import { useEffect } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import type { WriteFailure } from '#billing/shared/write.ts';
import type { AttemptKind } from './attempt-state.ts';

export interface AttemptNoteProps {
  kind: AttemptKind;
  /** What was asked for, as it continues "We don't know yet whether" or "that": "your top-up of $250 was paid". */
  what: string;
  failure: WriteFailure | null;
  /** Heading of a failure: 'Error topping up balance'. */
  failureTitle: string;
}

/** Words of the button that sends the very same request again. */
export const checkAgainLabel = 'Check again';

/**
 * How far a payment has come, where that is not obvious: without an answer, waiting at the bank, declined or refused. Beside it the
 * dialog's main button becomes "Check again" or continues, in its place, so that it keeps the focus.
 */
export function AttemptNote({ kind, what, failure, failureTitle }: AttemptNoteProps) {
  if (kind === 'unknown' || kind === 'waiting')
    return (
      <>
        {failure && <FailureNote title={failureTitle} message={failure.message} error={failure.error} />}
        <Open kind={kind} what={what} />
      </>
    );
  if (failure && (kind === 'declined' || kind === 'refused'))
    return (
      <FailureNote
        title={failureTitle}
        message={failure.message}
        error={failure.error}
        hint={kind === 'declined' ? 'Nothing was charged. Try again or use a different card.' : 'Nothing was charged.'}
      />
    );
  return null;
}

function Open({ kind, what }: { kind: 'unknown' | 'waiting'; what: string }) {
  const [title, sentence] =
    kind === 'unknown'
      ? [
          'Sent, but not answered yet',
          `We don't know yet whether ${what}. Checking again repeats the same request, so you can not be charged twice.`,
        ]
      : ['Waiting for your bank', `Your bank has not confirmed yet that ${what}. Nothing was charged.`];
  useEffect(() => announce(sentence), [sentence]);
  return (
    <Notice variant="warning" title={title}>
      <p>{sentence}</p>
    </Notice>
  );
}
