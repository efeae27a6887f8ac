import { costControlTexts as texts } from '#lib/texts/cost-control.ts';
import { fill } from '#lib/texts/fill.ts';
import { formatCents } from '#lib/money.ts';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import type { CapProblem } from './use-spend-cap-change.ts';

/** Why the cap was not changed, by the button that tried. */
export function CapProblemNote({ problem, nowCents }: { problem: CapProblem; nowCents: number }) {
  switch (problem.kind) {
    case 'sum_changed':
      return (
        <FailureNote
          title="The amount has changed"
          message={`It was ${formatCents(problem.wasCents)} and is ${formatCents(nowCents)} now. Nothing was charged. Check it and confirm again.`}
        />
      );
    case 'payment_waits':
      return <FailureNote title="Not changed yet" message={problem.message} />;
    case 'unknown':
      return (
        <FailureNote
          isTold
          message={fill(texts.failed, { message: problem.message })}
          error={problem.error}
          hint="It is not known whether the change was made. Confirm again to find out: nothing happens twice."
        />
      );
    default:
      return (
        <FailureNote isTold message={fill(texts.failed, { message: problem.message })} error={'error' in problem ? problem.error : null} />
      );
  }
}
