import { Elements } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElementsOptions } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { RetryButton } from '#ui/SectionError/RetryButton.tsx';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { gatewayUnavailable, loadGateway } from './load-gateway.ts';
import { useAppearance } from './appearance.ts';

export type CardPurpose = { readonly kind: 'payment'; readonly amountCents: number } | { readonly kind: 'keep' };

export interface GatewayFormProps {
  purpose: CardPurpose;
  children: ReactNode;
}

/** Query that loads the gateway's script. A script is not data, so it is never compared or garbage-collected. */
const gatewayQuery = {
  queryKey: ['paymentGateway'],
  queryFn: loadGateway,
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
  structuralSharing: false,
} as const;

export function GatewayForm({ purpose, children }: GatewayFormProps) {
  const gateway = useQuery<Stripe>(gatewayQuery);
  if (gateway.data) return <WithElements {...{ stripe: gateway.data, purpose, children }} />;
  if (gateway.errorUpdateCount === 0) return <LoadingSheet lines={4} size="row" />;
  const message = gateway.error?.message ?? gatewayUnavailable();
  return (
    <FailureNote
      message={message}
      actions={
        <RetryButton
          nameSuffix=" to load the payment form"
          onRetry={async () => (await gateway.refetch()).isSuccess}
          isRetrying={gateway.isFetching}
          words={{ begun: 'Loading the payment form...', worked: 'The payment form is loaded.', failed: message }}
        >
          Try again
        </RetryButton>
      }
    />
  );
}

/** Allows only cards, even if the gateway account offers other payment methods. The server allows only cards, too. */
export function elementsOptions(purpose: CardPurpose, appearance: Appearance): StripeElementsOptions {
  const shared = {
    currency: 'usd',
    appearance,
    loader: 'never' as const,
    allowedPaymentMethodTypes: ['card'],
    setupFutureUsage: 'off_session' as const,
    paymentMethodCreation: 'manual' as const,
  };
  return purpose.kind === 'keep' ? { ...shared, mode: 'setup' } : { ...shared, mode: 'payment', amount: purpose.amountCents };
}

function WithElements({ stripe, purpose, children }: GatewayFormProps & { stripe: Stripe }) {
  const appearance = useAppearance();
  return (
    <Elements stripe={stripe} options={elementsOptions(purpose, appearance)}>
      {children}
    </Elements>
  );
}
