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

/** After the deletion the card's row disappears, so the focus moves to the section's heading. */
export function DeleteCardDialog({ method, card, onClose, returnFocusTo }: CardDialogProps) {
  const slug = useSlug();
  const removal = useWrite('deletePaymentMethodByPost', {
    failure: (message) => fillText(texts.deleteFailed, { message }),
    place: 'alert',
    onFailure: (_, __, client) => void refreshReads(client, slug, 'cards'),
    // Removes the row before the dialog closes, so that focus moves to the heading.
    onSuccess: async (_, __, client) => {
      await refreshReads(client, slug, 'cards');
      toast({ message: 'Successfully removed payment method', severity: 'success', durationMs: toastDurations.short });
      onClose();
    },
  });
  return (
    <AlertDialog
      isOpen
      onOpenChange={(next) => !next && onClose()}
      returnFocusTo={returnFocusTo}
      title={`Delete ${cardName(card)}?`}
      description="It can no longer be charged for this organization. This can't be undone, but you can add the card again."
      actionLabel={texts.deleteCard}
      cancelLabel="Keep card"
      variant="danger"
      onAction={() => void removal.write({ params: { slug }, body: { card_id: method.id } })}
      busyMessage={removal.isPending ? 'Deleting the card...' : null}
    >
      {removal.failure && <FailureNote {...removal.failure} />}
    </AlertDialog>
  );
}
