import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import type { ChangeProblem } from '#billing/shared/change-plan/change-problem.ts';

export interface ProblemNoteProps {
  problem: ChangeProblem;
}

/** A toast has already announced the problem, unless no response arrived. */
export function ProblemNote({ problem }: ProblemNoteProps) {
  const { kind, message } = problem;
  switch (kind) {
    case 'declined':
      return (
        <FailureNote
          isAnnounced
          title="The card was declined"
          message={message}
          hint="Nothing was charged and your plan is unchanged. Correct the card or choose another one, then confirm again."
        />
      );
    case 'price_changed':
      return null;
    case 'in_the_way':
      return (
        <FailureNote isAnnounced message={message} hint="Nothing was charged for this change. Close this dialog to check your plan." />
      );
    case 'refused':
      return (
        <FailureNote
          isAnnounced={problem.error !== null}
          message={message}
          error={problem.error}
          hint="Nothing was charged and your plan is unchanged."
        />
      );
    case 'refunded':
      return <FailureNote isAnnounced message={message} error={problem.error} />;
    case 'unknown':
      return (
        <FailureNote
          isAnnounced={problem.error !== null}
          title="We do not know yet whether the change went through"
          message={message}
          error={problem.error}
        />
      );
    case 'not_confirmed':
      return (
        <FailureNote
          isAnnounced
          title={texts.couldNotConfirmPayment}
          message={message}
          hint="Nothing was charged and your plan is unchanged."
        />
      );
    case 'left_open':
      return (
        <FailureNote
          isAnnounced
          title="The payment is not confirmed yet"
          message={message}
          hint="Your plan changes once it is. You can also close this and continue later."
        />
      );
  }
}
