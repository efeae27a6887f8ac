import { settleInvoice } from '#lib/charge.ts';
import type { BilledSubscription } from './billing-periods.ts';

export type Payer = Pick<BilledSubscription, 'paymentMethodType' | 'billingPartner'>;

/** A card is charged for what an invoice leaves to pay: nobody transfers it, and no partner collects it. */
export const paysByCard = ({ paymentMethodType, billingPartner }: Payer): boolean =>
  billingPartner === null && paymentMethodType === 'card';

/** What an invoice leaves to pay once the balance is settled with it, in cents. */
export const dueOf = (subscription: Payer & Pick<BilledSubscription, 'balanceCents'>, totalCents: number): number =>
  settleInvoice(totalCents, subscription.balanceCents, paysByCard(subscription)).dueCents;
