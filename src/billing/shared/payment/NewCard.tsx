import { useElements, useStripe } from '@stripe/react-stripe-js';
import { useId, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type { CardAnswer, CardDetails, NewCardHandle, Details, DetailsHandle } from './card-answer.ts';
import { CardFields } from './CardFields.tsx';
import { withRetryAdvice } from './load-gateway.ts';

export interface NewCardProps {
  ref: Ref<NewCardHandle>;
  details: DetailsHandle;
  /** True once the platform has the card. Closing the form can then lose only changed details. */
  isKept: boolean;
  onEscape?: (() => void) | undefined;
}

const notReady = 'The card fields are still loading. Try again in a moment.';
const incomplete = 'The card details are missing or not valid.';
const cardFailed = (): string => withRetryAdvice('The card could not be checked.');

/** The fields must be inside a GatewayForm. */
export function NewCard({ ref, details, isKept, onEscape }: NewCardProps) {
  const fieldId = useId();
  const stripe = useStripe();
  const elements = useElements();
  const [error, setError] = useState<string | null>(null);
  const isComplete = useRef(false);
  const isEmpty = useRef(true);

  useImperativeHandle(ref, () => {
    const failing = (message: string) => {
      setError(message);
      return message;
    };
    const check = async (): Promise<string | null> => {
      if (!elements) return failing(notReady);
      setError(isComplete.current ? null : incomplete);
      const focus = () => elements.getElement('payment')?.focus();
      const wrong = await details.check(isComplete.current ? null : { fieldId, message: incomplete, focus });
      if (wrong !== null) return wrong;
      // Validates the card last. An invalid card moves the focus into the frame, and Orca would not notice a later focus change.
      const { error: fault } = await elements.submit();
      return fault ? (fault.message ?? cardFailed()) : null;
    };
    const getPaymentMethod = async (): Promise<CardAnswer> => {
      if (!stripe || !elements) return { error: failing(notReady) };
      const wrong = await check();
      if (wrong !== null) return { error: wrong };
      const { details: request, isChanged } = details.read();
      const paymentMethod = await stripe.createPaymentMethod({ elements, params: { billing_details: billingDetails(request) } });
      if (paymentMethod.error) return { error: failing(paymentMethod.error.message ?? cardFailed()) };
      return { id: paymentMethod.paymentMethod.id, ...(isChanged ? request : {}) };
    };
    const guarded = <T,>(work: () => Promise<T>, lost: (message: string) => T) => work().catch(() => lost(failing(cardFailed())));
    return {
      check: () => guarded(check, (message) => message),
      getPaymentMethod: () => guarded(getPaymentMethod, (message) => ({ error: message })),
      getDetails: async (): Promise<CardDetails> => {
        const wrong = await details.check(null);
        if (wrong !== null) return { error: wrong };
        const { details: request, isChanged } = details.read();
        return { details: isChanged ? request : null };
      },
      refuse: details.refuse,
      isFilled: () => (!isKept && !isEmpty.current) || details.read().isChanged,
    };
  }, [stripe, elements, details, fieldId, isKept]);

  return (
    <CardFields
      id={fieldId}
      errorMessage={error}
      onChange={({ complete, empty }) => {
        isComplete.current = complete;
        isEmpty.current = empty;
        if (complete) setError((shown) => (shown === incomplete ? null : shown));
      }}
      onEscape={onEscape}
    />
  );
}

/** Returns all billing details for the gateway, because the gateway's fields contain none of these details. */
function billingDetails({ billing_name, address }: Details['details']) {
  const { line1, line2, city, state, postal_code, country } = address ?? {};
  return {
    name: billing_name || null,
    address: {
      line1: line1 ?? null,
      line2: line2 ?? null,
      city: city ?? null,
      state: state ?? null,
      postal_code: postal_code ?? null,
      country: country ?? null,
    },
  };
}
