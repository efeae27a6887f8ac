import { cardName } from '#lib/card-name.ts';
import type { NamedCard } from '#server/domain/notices.ts';

/** 'Visa ending in 4242'; a payment method that is no card has no digits. */
export const namedCard = ({ brand, last4 }: NamedCard): string =>
  last4 === null ? 'payment method' : cardName({ brand: brand ?? 'unknown', last4 });
