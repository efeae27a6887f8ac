import { useEffect } from 'react';
import { formatWholeDollars, CENTS_PER_DOLLAR } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { AttemptNote } from '#billing/shared/payment/AttemptNote.tsx';
import type { TopUp } from './use-top-up.ts';

export function TopUpNotes({ topUp: { attempt, sentDollars, stage } }: { topUp: TopUp }) {
  if (stage === 'processing') return <Processing />;
  const amount = sentDollars === null ? '' : ` of ${formatWholeDollars(sentDollars * CENTS_PER_DOLLAR)}`;
  return (
    <AttemptNote attempt={attempt} what={`your top-up${amount} was paid`} failure={(message) => fillText(texts.failed, { message })} />
  );
}

function Processing() {
  useEffect(() => announce(texts.processing), []);
  return (
    <Notice variant="info" title={texts.processing}>
      <p>Your bank is still processing it. The credit is added as soon as the payment has gone through; you can close this.</p>
    </Notice>
  );
}
