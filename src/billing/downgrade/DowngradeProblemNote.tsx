import { fill } from '#lib/texts/fill.ts';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { formatCents } from '#lib/money.ts';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import type { DowngradeProblem } from './use-downgrade.ts';

/** Why the plan was not changed. `nowCents` is what is due now. */
export function DowngradeProblemNote({ problem, nowCents }: { problem: DowngradeProblem; nowCents: number }) {
  switch (problem.kind) {
    case 'sums_changed':
      return (
        <FailureNote
          title="What is due has changed"
          message={`It was ${formatCents(problem.wasCents)} and is ${formatCents(nowCents)} now, on the final invoice and after credits. Nothing was changed. Confirm again if you agree.`}
        />
      );
    case 'payment_waits':
      return <FailureNote title="Not changed yet" message={problem.message} />;
    case 'unknown':
      return (
        <FailureNote
          isTold
          message={fill(texts.downgradeFailed, { message: problem.message })}
          error={problem.error}
          hint="It is not known whether the change was made. Confirm again to find out: nothing happens twice."
        />
      );
    default:
      return (
        <FailureNote
          isTold
          message={fill(texts.downgradeFailed, { message: problem.message })}
          error={'error' in problem ? problem.error : null}
        />
      );
  }
}
