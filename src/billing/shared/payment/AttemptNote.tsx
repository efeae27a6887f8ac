import { useEffect } from 'react';
import { loadRequest, paymentActions } from '#lib/browser/payment-attempts.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import type { PaymentAttempt } from './attempt-types.ts';

export interface AttemptNoteProps {
  attempt: PaymentAttempt;
  /** What was asked for, as it continues "We don't know yet whether" or "that": "your top-up of $250 was paid". */
  what: string;
  /** The sentence of a failed request, around the platform's words. */
  failure: (message: string) => string;
}

/** Words of the button that sends the very same request again. */
export const checkAgainLabel = 'Check again';

const notCharged = 'Nothing was charged.';
const otherCard = 'Nothing was charged. Try again or use a different card.';

/**
 * How far a payment has come, where that is not obvious: without an answer, waiting at the bank, declined or refused. Beside it the
 * dialog's main button becomes "Check again" or continues, in its place, so that it keeps the focus.
 */
export function AttemptNote({ attempt: { kind, message: words, error }, what, failure }: AttemptNoteProps) {
  // What the bank or the captcha says stands on its own.
  const message = words !== null && error ? failure(words) : words;
  switch (kind) {
    case 'unknown':
    case 'leftOpen':
      return (
        <>
          {message !== null && <FailureNote title={error ? texts.errorTitle : texts.confirmErrorTitle} message={message} error={error} />}
          <Open kind={kind} what={what} />
        </>
      );
    case 'declined':
      return message !== null && <FailureNote title={texts.errorTitle} message={message} error={error} hint={otherCard} />;
    case 'notConfirmed':
      return message !== null && <FailureNote title={texts.confirmErrorTitle} message={message} hint={otherCard} />;
    case 'refused':
      return (
        message !== null && (
          <FailureNote title={texts.errorTitle} message={message} error={error} {...(message !== notCharged && { hint: notCharged })} />
        )
      );
    default:
      return null;
  }
}

function Open({ kind, what }: { kind: 'unknown' | 'leftOpen'; what: string }) {
  const [title, sentence] =
    kind === 'unknown'
      ? [
          'Sent, but not answered yet',
          `We don't know yet whether ${what}. Checking again repeats the same request, so you can't be charged twice.`,
        ]
      : ['Waiting for your bank', `Your bank has not confirmed yet that ${what}. Nothing was charged.`];
  useEffect(() => announce(sentence), [sentence]);
  return (
    <Notice variant="warning" title={title}>
      <p>{sentence}</p>
    </Notice>
  );
}

const names = {
  [paymentActions.topUp]: 'top-up',
  [paymentActions.planChange]: 'plan change',
  [paymentActions.payInvoice]: 'payment of an invoice',
} as const;

/** A payment of this tab whose outcome is open, as far as the tab knows it. */
function knownOf(slug: string): string {
  for (const [action, name] of Object.entries(names)) {
    const request = loadRequest(slug, action);
    if (request?.isWaiting) return `Your ${name} is waiting for your bank. Nothing was charged. Reload this page to continue or cancel it.`;
    if (request?.sent != null)
      return `Your ${name} was sent. We don't know yet whether it was paid. Reload this page to check: you can't be charged twice.`;
  }
  return 'No payment of this page is waiting for an answer.';
}

/** What is known of a payment, beside a failure of the part that showed it. */
export const KnownPayment = () => <p>{knownOf(useSlug())}</p>;
