import { useRef, useState } from 'react';
import type { PaymentMethod } from '#contract/types.ts';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { Menu } from '#ui/Menu/Menu.tsx';
import { useFocusToHeading } from '#ui/SectionSheet/use-focus-to-heading.ts';
import { cardName } from '#lib/card-name.ts';
import { useOrganization } from '#billing/shared/data/use-billing-data.ts';
import { DeleteCardDialog } from './DeleteCardDialog.tsx';
import { useCardOrder } from './use-card-order.ts';
import { usePaysByInvoice } from './use-pays-by-invoice.ts';
import { UseCardDialog } from './UseCardDialog.tsx';

export interface CardMenuProps {
  method: PaymentMethod;
  card: NonNullable<PaymentMethod['card']>;
  count: number;
}

export function CardActions({ method, card, count }: CardMenuProps) {
  const [openDialog, setOpenDialog] = useState<'use' | 'delete' | null>(null);
  const plan = useOrganization().data?.plan.id;
  const paysByInvoice = usePaysByInvoice();
  const close = () => setOpenDialog(null);
  const place = useRef<HTMLSpanElement>(null);
  const order = useCardOrder(method, card, place);
  // Moves the focus to the heading if another member has deleted the card.
  useFocusToHeading(place);
  // The menu item that opened the dialog no longer exists, so the focus returns to the menu button or to the heading.
  const returnFocusTo = () => place.current?.querySelector('button') ?? document.getElementById('payment-methods-heading');
  const dialog = { method, card, onClose: close, returnFocusTo };
  return (
    <span ref={place}>
      <Menu
        label="Options"
        nameSuffix={` for ${cardName(card)}`}
        defaultOpen
        items={[
          {
            id: 'use',
            label: texts.chooseCard,
            onAction: () => setOpenDialog('use'),
            unavailableReason: paysByInvoice ? texts.byInvoice : method.is_default ? 'This card is in use already' : undefined,
          },
          ...order,
          {
            id: 'delete',
            label: texts.deleteCard,
            variant: 'danger',
            onAction: () => setOpenDialog('delete'),
            unavailableReason: mayDelete(method, count, plan) ? undefined : texts.cannotDeleteActive,
          },
        ]}
      />
      {openDialog === 'use' && <UseCardDialog {...dialog} />}
      {openDialog === 'delete' && <DeleteCardDialog {...dialog} />}
    </span>
  );
}

/** Returns true if the card can be deleted. The default card can be deleted only if the plan is Free and there is no other card. */
export const mayDelete = ({ is_default: isDefault }: PaymentMethod, count: number, plan: string | undefined): boolean =>
  !isDefault || (plan === 'free' && count === 1);
