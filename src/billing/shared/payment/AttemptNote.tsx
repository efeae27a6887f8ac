import { Button } from '#ui/Button/Button.tsx';
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
  onCheckAgain: () => void;
  /** While the check is under way. */
  isChecking?: boolean;
}

/** How far a payment has come, where that is not obvious: without an answer, declined or refused. */
export function AttemptNote({ kind, what, failure, failureTitle, onCheckAgain, isChecking = false }: AttemptNoteProps) {
  if (kind === 'unknown' || (kind === 'sending' && isChecking))
    return (
      <>
        {failure && !isChecking && <FailureNote title={failureTitle} message={failure.message} error={failure.error} />}
        <Notice
          variant="warning"
          title="Sent, but not answered yet"
          actions={
            <Button onPress={onCheckAgain} isPending={isChecking} pendingMessage="Checking the payment...">
              Check again
            </Button>
          }
        >
          <p>{`We don't know yet whether ${what}. Checking repeats the same request, so you can not be charged twice.`}</p>
        </Notice>
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
