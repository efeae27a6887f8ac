import { Suspense } from 'react';
import type { Customer } from '#contract/types.ts';
import { emailRecipientsTexts as texts } from '#lib/texts/email-recipients.ts';
import { fillText } from '#lib/texts/fill.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { lazyPart } from '#billing/shared/page/lazy-part.tsx';
import { RecipientFacts } from './RecipientFacts.tsx';

// Don't import forms here: in a file with a lazy part, the build treats every dynamic import as server-rendered.
const UnconfirmedRecipients = lazyPart(async () => (await import('./UnconfirmedRecipients.tsx')).UnconfirmedRecipients);

export function Addresses({ customer }: { customer: Customer }) {
  const { bounced_emails: bounced, unconfirmed = [] } = customer;
  const facts = <RecipientFacts customer={customer} />;
  return (
    <>
      {unconfirmed.length === 0 ? (
        facts
      ) : (
        <Suspense fallback={facts}>
          <UnconfirmedRecipients />
        </Suspense>
      )}
      {bounced && <Notice variant="warning">{fillText(texts.bounced, { addresses: bounced.join(', ') })}</Notice>}
    </>
  );
}
