import type { PaymentMethod } from '#contract/types.ts';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { Badge } from '#ui/Badge/Badge.tsx';

type Card = NonNullable<PaymentMethod['card']>;

export const expiryText = ({ exp_month: month, exp_year: year }: Card): string => `Expires: ${month}/${year}`;

/** 'soon': the card expires at the end of this month. 'expired': the card's last month is over. Months are in UTC. */
export function expiryState({ exp_month: month, exp_year: year }: Card, nowSeconds: number): 'valid' | 'soon' | 'expired' {
  const now = new Date(nowSeconds * 1000);
  const monthsLeft = (year - now.getUTCFullYear()) * 12 + (month - 1 - now.getUTCMonth());
  if (monthsLeft < 0) return 'expired';
  return monthsLeft === 0 ? 'soon' : 'valid';
}

export interface CardBadgesProps {
  card: NonNullable<PaymentMethod['card']>;
  isDefault: boolean;
  nowSeconds: number;
}

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
