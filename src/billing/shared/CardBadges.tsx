import type { PaymentMethod } from '#contract/types.ts';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { Badge } from '#ui/Badge/Badge.tsx';
import { expiryState } from './card-expiry.ts';

export interface CardBadgesProps {
  card: NonNullable<PaymentMethod['card']>;
  /** It is the one that invoices are charged to. */
  isDefault: boolean;
  nowSeconds: number;
}

/** What is special about a card, in words. */
export function CardBadges({ card, isDefault, nowSeconds }: CardBadgesProps) {
  const expiry = expiryState(card, nowSeconds);
  return (
    <>
      {expiry === 'soon' && <Badge variant="warning">{texts.expiringSoon}</Badge>}
      {expiry === 'expired' && <Badge variant="negative">{texts.expired}</Badge>}
      {isDefault && <Badge variant="positive">{texts.active}</Badge>}
    </>
  );
}
