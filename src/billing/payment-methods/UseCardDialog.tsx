import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invoice } from '#contract/types.ts';
import { fillText } from '#lib/texts/fill.ts';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { cardName } from '#lib/card-name.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import type { CardDialogProps } from './card-dialog.ts';
import { PayWithCardDialog } from './PayWithCardDialog.tsx';
import { useDueForCard } from './use-due-for-card.ts';

export function UseCardDialog({ method, card, onClose, returnFocusTo }: CardDialogProps) {
  const slug = useSlug();
  const client = useQueryClient();
  const findDue = useDueForCard();
  const [isWorking, setWorking] = useState(false);
  const [due, setDue] = useState<readonly Invoice[]>([]);
  const change = useWrite('setDefaultPaymentMethod', {
    failure: (message) => fillText(texts.changeFailed, { message }),
    place: 'alert',
    onSuccess: () => refreshReads(client, slug, 'cards'),
  });
  function close() {
    onClose();
    // Another member may have changed the cards. The reload comes last, because it unmounts the dialog if the card is deleted.
    if (change.failure) void refreshReads(client, slug, 'cards');
  }
  async function use() {
    setWorking(true);
    const result = await change.write({ params: { slug }, body: { payment_method_id: method.id } });
    const open = result.ok ? await findDue() : [];
    setWorking(false);
    if (!result.ok) return;
    toast({ message: `Successfully switched to card ending with ${card.last4}`, severity: 'success', durationMs: toastDurations.short });
    if (open.length === 0) onClose();
    else setDue(open);
  }
  if (due.length > 0) return <PayWithCardDialog isDefault methodId={method.id} invoices={due} {...{ onClose, returnFocusTo }} />;
  return (
    <AlertDialog
      isOpen
      onOpenChange={(next) => !next && close()}
      returnFocusTo={returnFocusTo}
      title={`Use ${cardName(card)}?`}
      description="Future invoices are charged to this card. Nothing is charged now."
      actionLabel={texts.chooseCard}
      cancelLabel="Cancel"
      onAction={() => void use()}
      busyMessage={isWorking ? 'Switching the card...' : null}
    >
      {change.failure && <FailureNote {...change.failure} />}
    </AlertDialog>
  );
}
