import type { PaymentIntent, PaymentIntentResult, Stripe } from '@stripe/stripe-js';
import { loadGateway } from './load-gateway.ts';
import { useStepAside, type StepAside } from './use-step-aside.ts';

/**
 * How confirming a payment ended.
 * - `failed`: for certain not paid; another card or another attempt is needed
 * - `abandoned`: not known, or left open: the same payment can be gone on with
 */
export type ChallengeOutcome =
  | { readonly kind: 'succeeded'; readonly intentId: string }
  | { readonly kind: 'processing'; readonly intentId: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'abandoned'; readonly message: string };

export interface Challenge {
  /** While the bank's page is open the dialog must step aside, or nobody could reach it. */
  readonly isSteppedAside: boolean;
  /**
   * Brings the payment of a client secret to its end, with the bank's challenge where it asks for one. Never rejects.
   * @param methodId another card for a payment that is open again
   */
  readonly run: (clientSecret: string, methodId?: string) => Promise<ChallengeOutcome>;
}

const unreached = 'The bank or the payment gateway could not be reached. Nothing was lost: try again.';
const leftOpen = 'The payment is not confirmed yet.';
const notPaid = 'The payment was not confirmed. Try again or use a different card.';

export function useChallenge(): Challenge {
  const { isSteppedAside, aside } = useStepAside();
  return {
    isSteppedAside,
    run: async (clientSecret, methodId) => {
      try {
        const stripe = await loadGateway();
        // The intent is read first: it may be done already, by the time that somebody comes back to it.
        return outcomeOf(await carryOn(stripe, await stripe.retrievePaymentIntent(clientSecret), clientSecret, methodId, aside));
      } catch (error) {
        return { kind: 'abandoned', message: error instanceof Error ? error.message : unreached };
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

function outcomeOf({ paymentIntent, error }: PaymentIntentResult): ChallengeOutcome {
  const intent: PaymentIntent | undefined = paymentIntent ?? error?.payment_intent;
  switch (intent?.status) {
    case 'succeeded':
    case 'processing':
      return { kind: intent.status, intentId: intent.id };
    case 'requires_capture':
      return { kind: 'processing', intentId: intent.id };
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
