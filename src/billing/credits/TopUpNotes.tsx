import { useEffect } from 'react';
import { formatWholeDollars, CENTS_PER_DOLLAR } from '#lib/money.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import { AttemptNote } from '#billing/shared/payment/AttemptNote.tsx';
import type { TopUp } from './use-top-up.ts';

/** How far the top-up has come and what is wrong with it, above its fields. */
export function TopUpNotes({ topUp: { attempt, problem, stage } }: { topUp: TopUp }) {
  if (stage === 'processing') return <Processing />;
  const dollars = attempt.sent?.body.amount;
  const amount = dollars === undefined ? '' : ` of ${formatWholeDollars(dollars * CENTS_PER_DOLLAR)}`;
  return (
    <>
      {problem && <FailureNote title={problem.title} message={problem.message} {...(problem.hint !== null && { hint: problem.hint })} />}
      <AttemptNote kind={attempt.kind} what={`your top-up${amount} was paid`} failure={attempt.failure} failureTitle={texts.errorTitle} />
    </>
  );
}

/** The bank takes its time. Nothing is left to do here. */
function Processing() {
  useEffect(() => announce(texts.processing), []);
  return (
    <Notice variant="info" title={texts.processing}>
      <p>Your bank is still working on it. The credit is added as soon as the payment has gone through; you can close this.</p>
    </Notice>
  );
}
