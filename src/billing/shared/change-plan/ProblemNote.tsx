import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import type { ChangeProblem } from './change-outcome.ts';

export interface ProblemNoteProps {
  problem: ChangeProblem;
}

/** What went wrong with a change. What can be done now, the dialog's main button does. A toast has told it already, but for what came without an answer; this stays. */
export function ProblemNote({ problem }: ProblemNoteProps) {
  const { kind, message } = problem;
  switch (kind) {
    case 'declined':
      return (
        <FailureNote
          isTold
          title="The card was declined"
          message={message}
          hint="Nothing was charged and your plan is unchanged. Correct the card or choose another one, then confirm again."
        />
      );
    case 'price_changed':
      return null;
    case 'in_the_way':
      return (
        <FailureNote isTold message={message} hint="Nothing was charged for this change. Close this dialog to see how things stand." />
      );
    case 'refused':
      return (
        <FailureNote
          isTold={problem.error !== null}
          message={message}
          error={problem.error}
          hint="Nothing was charged and your plan is unchanged."
        />
      );
    case 'unknown':
      return (
        <FailureNote
          isTold={problem.error !== null}
          title="We do not know yet whether the change went through"
          message={message}
          error={problem.error}
        />
      );
    case 'not_confirmed':
      return (
        <FailureNote isTold title={texts.couldNotConfirmPayment} message={message} hint="Nothing was charged and your plan is unchanged." />
      );
    case 'left_open':
      return (
        <FailureNote
          isTold
          title="The payment is not confirmed yet"
          message={message}
          hint="Your plan changes once it is. You can also close this and continue later."
        />
      );
  }
}
