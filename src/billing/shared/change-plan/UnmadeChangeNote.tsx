import { formatCents } from '#lib/money.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import type { PaymentAttempt } from '#billing/shared/payment/attempt-types.ts';
import { changeProblem, type ChangeProblem } from './change-problem.ts';

export type UnmadeChange =
  | Exclude<ChangeProblem, { kind: 'price_changed' }>
  /** The change needs a payment, which the member continues in the subscription section. */
  | { readonly kind: 'payment_waits'; readonly message: string }
  /** The amount due differs from `wasCents`, the amount that the member agreed to. */
  | { readonly kind: 'sum_changed'; readonly wasCents: number };

/**
 * @param agreedCents the amount that the member agreed to
 * @param waits the message that is shown if the payment is not complete yet
 */
export function unmadeChange(attempt: PaymentAttempt, agreedCents: number, waits: string): UnmadeChange | null {
  if (attempt.kind === 'leftOpen' || attempt.kind === 'processing') return { kind: 'payment_waits', message: waits };
  const problem = changeProblem(attempt);
  return problem?.kind === 'price_changed' ? { kind: 'sum_changed', wasCents: agreedCents } : problem;
}

export interface UnmadeChangeNoteProps {
  problem: UnmadeChange;
  nowCents: number;
  /** Text after "It was $1.00 and is $2.00 now", for example ", on the final invoice". */
  whereDue?: string;
  failure: (message: string) => string;
}

export function UnmadeChangeNote({ problem, nowCents, whereDue = '', failure }: UnmadeChangeNoteProps) {
  switch (problem.kind) {
    case 'sum_changed':
      return (
        <FailureNote
          title="The amount has changed"
          message={`It was ${formatCents(problem.wasCents)} and is ${formatCents(nowCents)} now${whereDue}. Nothing was charged or changed. Check it and confirm again.`}
        />
      );
    case 'payment_waits':
      return <FailureNote title="Not changed yet" message={problem.message} />;
    case 'unknown':
      return (
        <FailureNote
          isAnnounced={problem.error !== null}
          message={problem.error ? failure(problem.message) : problem.message}
          error={problem.error}
          hint="We don't know yet whether the change was made. Confirm again to find out; it isn't made twice."
        />
      );
    case 'refused':
      return <FailureNote isAnnounced={problem.error !== null} message={failure(problem.message)} error={problem.error} />;
    default:
      return <FailureNote isAnnounced message={failure(problem.message)} error={'error' in problem ? problem.error : null} />;
  }
}
