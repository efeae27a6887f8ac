import { useEffect } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import type { WriteFailure } from '#billing/shared/write.ts';
import type { AttemptKind } from './attempt-state.ts';

export interface AttemptNoteProps {
  kind: AttemptKind;
  /** What was asked for, as it continues "We don't know yet whether": "your top-up of $250 was paid". */
  what: string;
  failure: WriteFailure | null;
  /** Heading of a failure: 'Error topping up balance'. */
  failureTitle: string;
}

/** Words of the button that sends the very same request again. */
export const checkAgainLabel = 'Check again';

/**
 * How far a payment has come, where that is not obvious: without an answer, declined or refused. Beside it the dialog's
 * main button becomes "Check again", in its place, so that it keeps the focus.
 */
export function AttemptNote({ kind, what, failure, failureTitle }: AttemptNoteProps) {
  if (kind === 'unknown')
    return (
      <>
        {failure && <FailureNote title={failureTitle} message={failure.message} error={failure.error} />}
        <Unknown what={what} />
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

function Unknown({ what }: { what: string }) {
  const sentence = `We don't know yet whether ${what}. Checking again repeats the same request, so you can not be charged twice.`;
  useEffect(() => announce(sentence), [sentence]);
  return (
    <Notice variant="warning" title="Sent, but not answered yet">
      <p>{sentence}</p>
    </Notice>
  );
}
