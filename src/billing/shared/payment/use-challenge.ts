import type { PaymentIntent, PaymentIntentResult, SetupIntentResult, Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import { isSetupSecret, type ChallengeOutcome } from './attempt-types.ts';
import { loadGateway } from './load-gateway.ts';

export interface Challenge {
  /** True while the bank's page is open: the dialog must be hidden, or it would block that page. */
  readonly isSteppedAside: boolean;
  /** Runs the bank's challenge. Never rejects. @param methodId card to save, or another card for a reopened payment */
  readonly run: (clientSecret: string, methodId?: string) => Promise<ChallengeOutcome>;
}

const unreached = 'The bank or the payment gateway could not be reached. Nothing was lost: try again.';
const leftOpen = 'The payment is not confirmed yet.';
const notPaid = 'The payment was not confirmed. Try again or use a different card.';
const notSaved = 'The card could not be saved. Try again or use a different card.';

export function useChallenge(): Challenge {
  const { isSteppedAside, aside } = useStepAside();
  return {
    isSteppedAside,
    run: async (clientSecret, methodId) => {
      try {
        const stripe = await loadGateway();
        if (isSetupSecret(clientSecret)) return await saveCard(stripe, clientSecret, methodId, aside);
        // Reads the payment intent first, because it may have succeeded in the meantime.
        return outcomeOf(await carryOn(stripe, await stripe.retrievePaymentIntent(clientSecret), clientSecret, methodId, aside));
      } catch (error) {
        const kind = isSetupSecret(clientSecret) ? 'failed' : 'abandoned';
        return { kind, message: error instanceof Error ? error.message : unreached };
      }
    },
  };
}

async function carryOn(
  stripe: Stripe,
  read: PaymentIntentResult,
  clientSecret: string,
  methodId: string | undefined,
  aside: StepAside['aside'],
): Promise<PaymentIntentResult> {
  const status = read.paymentIntent?.status;
  if (status === 'requires_action') return aside(async () => (await stripe.handleNextAction({ clientSecret })) as PaymentIntentResult);
  const needsMethod = status === 'requires_payment_method' || status === 'requires_confirmation';
  if (!needsMethod || methodId === undefined) return read;
  return aside(() =>
    stripe.confirmPayment({
      clientSecret,
      confirmParams: { payment_method: methodId, return_url: window.location.href },
      redirect: 'if_required',
    }),
  );
}

/** Completes a card setup, which may already be started or finished. After a redirect to the bank, the browser returns to this page. */
function setUp(
  stripe: Stripe,
  read: SetupIntentResult,
  clientSecret: string,
  methodId: string | undefined,
  aside: StepAside['aside'],
): Promise<SetupIntentResult> {
  const status = read.setupIntent?.status;
  if (status === 'requires_action') return aside(async () => (await stripe.handleNextAction({ clientSecret })) as SetupIntentResult);
  if (status === 'succeeded' || methodId === undefined) return Promise.resolve(read);
  return aside(() =>
    stripe.confirmSetup({
      clientSecret,
      confirmParams: { payment_method: methodId, return_url: window.location.origin + window.location.pathname },
      redirect: 'if_required',
    }),
  );
}

async function saveCard(
  stripe: Stripe,
  clientSecret: string,
  methodId: string | undefined,
  aside: StepAside['aside'],
): Promise<ChallengeOutcome> {
  const read = await stripe.retrieveSetupIntent(clientSecret);
  const { error, setupIntent } = await setUp(stripe, read, clientSecret, methodId, aside);
  if (error) return { kind: 'failed', message: error.message ?? notSaved };
  const isSaved = setupIntent.status === 'succeeded' || setupIntent.status === 'processing';
  return isSaved ? { kind: 'succeeded' } : { kind: 'failed', message: notSaved };
}

function outcomeOf({ paymentIntent, error }: PaymentIntentResult): ChallengeOutcome {
  const intent: PaymentIntent | undefined = paymentIntent ?? error?.payment_intent;
  switch (intent?.status) {
    case 'succeeded':
    case 'processing':
      return { kind: intent.status };
    case 'requires_capture':
      return { kind: 'processing' };
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'canceled':
      return { kind: 'failed', message: error?.message ?? intent.last_payment_error?.message ?? notPaid };
    case 'requires_action':
      return { kind: 'abandoned', message: error?.message ?? leftOpen };
    default:
      return error?.type === 'card_error'
        ? { kind: 'failed', message: error.message ?? notPaid }
        : { kind: 'abandoned', message: error?.message ?? unreached };
  }
}

interface StepAside {
  readonly isSteppedAside: boolean;
  /** Hides the dialog while `work` shows a page of the bank. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
}

function useStepAside(): StepAside {
  const [isSteppedAside, setSteppedAside] = useState(false);
  return {
    isSteppedAside,
    aside: async (work) => {
      setSteppedAside(true);
      try {
        return await work();
      } finally {
        setSteppedAside(false);
      }
    },
  };
}
