import type { GatewayPaymentMethod } from '#server/payments/gateway-objects.ts';
import type { SeenMethod } from '#server/store/payment-methods.ts';

/** A card of the gateway as it is noted. */
export const seenMethod = ({ id, card, createdSeconds }: GatewayPaymentMethod): SeenMethod => ({
  id,
  fingerprint: card?.fingerprint ?? null,
  card: card && { brand: card.brand, last4: card.last4, expMonth: card.expMonth, expYear: card.expYear },
  addedAt: new Date(createdSeconds * 1000),
});
