import { formatCents } from '#lib/money.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import type { PaymentAttempt } from '#billing/shared/payment/attempt-types.ts';
import { changeProblem, type ChangeProblem } from './change-problem.ts';

/** Why a change that is agreed to in one press was not made. */
export type UnmadeChange =
  | Exclude<ChangeProblem, { kind: 'price_changed' }>
  /** The change has something to pay, and its payment waits; the subscription section goes on with it. */
  | { readonly kind: 'payment_waits'; readonly message: string }
  /** Another sum is due than the one that was agreed to, in cents. */
  | { readonly kind: 'sum_changed'; readonly wasCents: number };

/**
 * Why an attempt has not made its change; null while nothing is wrong.
 * @param agreedCents the sum that was agreed to
 * @param waits what to say where the payment waits for its payer
 */
export function unmadeChange(attempt: PaymentAttempt, agreedCents: number, waits: string): UnmadeChange | null {
  if (attempt.kind === 'leftOpen' || attempt.kind === 'processing') return { kind: 'payment_waits', message: waits };
  const problem = changeProblem(attempt);
  return problem?.kind === 'price_changed' ? { kind: 'sum_changed', wasCents: agreedCents } : problem;
}

export interface UnmadeChangeNoteProps {
  problem: UnmadeChange;
  /** What is due now. */
  nowCents: number;
  /** Where and when that is due, as it continues "It was $1.00 and is $2.00 now": ", on the final invoice". */
  whereDue?: string;
  /** The sentence of a failure, around the platform's words. */
  failure: (message: string) => string;
}

/** Why a change was not made, by the button that tried, and what can be done. */
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
          hint="It is not known whether the change was made. Confirm again to find out: nothing happens twice."
        />
      );
    case 'refused':
      return <FailureNote isAnnounced={problem.error !== null} message={failure(problem.message)} error={problem.error} />;
    default:
      return <FailureNote isAnnounced message={failure(problem.message)} error={'error' in problem ? problem.error : null} />;
  }
}
