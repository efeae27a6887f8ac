import { useQueryClient } from '@tanstack/react-query';
import { requestKey, saveRequest } from '#lib/browser/payment-attempts.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { DialogBoundary } from '#ui/Dialog/DialogBoundary.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { forgetChange } from '#billing/shared/change-plan/remembered-change.ts';
import { intentOf } from '#billing/shared/change-plan/use-plan-change.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { panelButtonId } from '#billing/shared/page/panel.ts';
import { isSetupSecret } from '#billing/shared/payment/attempt-types.ts';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import type { PendingDialogProps } from './ResumeDialog.tsx';

const action = 'cancel-change';
const title = 'Cancel the change of your plan?';

export function CancelChangeDialog(props: PendingDialogProps) {
  return (
    <DialogBoundary title={title} onClose={props.onClose}>
      <OpenCancelChange {...props} />
    </DialogBoundary>
  );
}

function OpenCancelChange({ secret, onClose }: PendingDialogProps) {
  const slug = useSlug();
  const client = useQueryClient();
  const { write, isPending, failure } = useWrite('cancelPendingChange', {
    place: 'alert',
    failure: (message) => `The change could not be canceled: ${message}`,
    onSuccess: () => refreshReads(client, slug, 'subscription'),
    // The change may already be applied or canceled, so the subscription is read again.
    onFailure: () => void refreshReads(client, slug, 'subscription'),
  });
  const cancel = async () => {
    const result = await write({ params: { slug }, idempotencyKey: requestKey(slug, action, intentOf(secret)) });
    saveRequest(slug, action, null);
    if (!result.ok) return;
    forgetChange(slug);
    toast({ message: 'The change was canceled. Nothing was charged.', severity: 'success', durationMs: toastDurations.short });
    onClose();
  };
  return (
    <AlertDialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={
        isSetupSecret(secret)
          ? 'The card is not saved, nothing is charged, and your plan stays the same.'
          : 'The pending payment is canceled, nothing is charged, and your plan stays the same.'
      }
      actionLabel="Cancel the change"
      cancelLabel="Keep it"
      onAction={() => void cancel()}
      busyMessage={isPending ? 'Canceling the change...' : null}
      returnFocusTo={() => document.getElementById(panelButtonId('subscriptionPlan'))}
    >
      {failure && <FailureNote message={failure.message} error={failure.error} />}
    </AlertDialog>
  );
}
