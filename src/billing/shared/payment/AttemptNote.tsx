import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Subscription } from '#contract/types.ts';
import { loadRequest, paymentActions } from '#lib/browser/payment-attempts.ts';
import { topUpTexts as texts } from '#lib/texts/top-up.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { changeUnderWay, confirmAction } from '#billing/shared/change-plan/remembered-change.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import type { PaymentAttempt } from './attempt-types.ts';

export interface AttemptNoteProps {
  attempt: PaymentAttempt;
  /** Clause that follows "We don't know yet whether" or "that", for example "your top-up of $250 was paid". */
  what: string;
  failure: (message: string) => string;
}

export const checkAgainLabel = 'Check again';

const notCharged = 'Nothing was charged.';
const otherCard = 'Nothing was charged. Try again or use a different card.';

/** The dialog's main button becomes "Check again" or "Continue" in place, so that it keeps the focus. */
export function AttemptNote({ attempt: { kind, message: words, error }, what, failure }: AttemptNoteProps) {
  // A message of the platform is put into a sentence. A message of the bank or the captcha is shown unchanged.
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
          'Sent, no response yet',
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

/** Describes the open payment; null if it is unknown whether a payment is open. */
function knownOf(slug: string, subscription: Subscription | undefined): string | null {
  for (const [action, name] of Object.entries(names)) {
    const request = loadRequest(slug, action);
    if (request?.isWaiting) return `Your ${name} is waiting for your bank. Nothing was charged. Reload this page to continue or cancel it.`;
    if (request?.sent != null)
      return `Your ${name} was sent. We don't know yet whether it was paid. Reload this page to check: you can't be charged twice.`;
  }
  // If the payer must still complete a plan change, no request is stored. Reads the subscription instead, which also shows changes from
  // other tabs.
  const isPending = subscription ? subscription.pending_payment_intent_secret !== null : loadRequest(slug, confirmAction) !== null;
  if (isPending || changeUnderWay(slug)?.intent)
    return "Your plan change was sent, but its payment is not confirmed yet. Reload this page to check: you can't be charged twice.";
  return subscription ? 'No payment on this page is waiting for a response.' : null;
}

export function KnownPayment() {
  const slug = useSlug();
  const known = knownOf(slug, useQueryClient().getQueryData<Subscription>(readKey('getSubscription', { params: { slug } })));
  return known !== null && <p>{known}</p>;
}
