import type { Ref } from 'react';
import { Notice } from '#ui/Notice/Notice.tsx';
import type { CardHandle } from '#billing/shared/payment/card-answer.ts';
import { CardChoice } from '#billing/shared/payment/CardChoice.tsx';
import type { Payer } from './use-payer.ts';

interface PaymentChoiceProps {
  ref: Ref<CardHandle>;
  amountCents: number;
  payer: Payer;
  isReadOnly: boolean;
  onEscape: () => void;
}

/** How the change is paid: by a card that is chosen here, or in a way that needs no choice. */
export function PaymentChoice({ payer, ...card }: PaymentChoiceProps) {
  switch (payer) {
    case 'card':
      return <CardChoice {...card} />;
    case 'invoice':
      return <Notice>Your organization pays by invoice. The charge of today comes as an invoice; no card is needed.</Notice>;
    case 'partner':
      return <Notice>Your organization is billed through its partner. No card is needed.</Notice>;
    case 'nobody':
      return null;
  }
}
