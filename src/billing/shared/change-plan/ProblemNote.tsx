import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { Button } from '#ui/Button/Button.tsx';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import type { ChangeProblem } from './change-outcome.ts';

export interface ProblemNoteProps {
  problem: ChangeProblem;
  /** Finds out what became of an attempt without an answer. */
  onCheckAgain: () => void;
  /** Goes on with a payment that the bank has not answered yet. */
  onContinue: (secret: string) => void;
}

/** What went wrong with a change and what can be done now. A toast has told it already; this stays. */
export function ProblemNote({ problem, onCheckAgain, onContinue }: ProblemNoteProps) {
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
      return <FailureNote isTold message={message} error={problem.error} hint="Nothing was charged and your plan is unchanged." />;
    case 'unknown':
      return (
        <FailureNote
          isTold
          title="We do not know yet whether the change went through"
          message={message}
          error={problem.error}
          actions={<Button onPress={onCheckAgain}>Check again</Button>}
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
          actions={<Button onPress={() => onContinue(problem.secret)}>Continue the payment</Button>}
        />
      );
  }
}
