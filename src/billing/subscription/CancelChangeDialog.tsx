import { useQueryClient } from '@tanstack/react-query';
import { attemptAt, settleAttempt } from '#lib/attempts.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { forgetChange } from '#billing/shared/change-plan/change-under-way.ts';
import { intentOf } from '#billing/shared/change-plan/use-confirm-change.ts';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import { panelButtonId } from '#billing/shared/panel.ts';
import { refresh } from '#billing/shared/refresh.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { useWrite } from '#billing/shared/write.ts';
import type { PendingDialogProps } from './ResumeDialog.tsx';

const action = 'cancel-change';

/** Calls off a change whose payment waits. */
export function CancelChangeDialog({ secret, onClose }: PendingDialogProps) {
  const slug = useSlug();
  const client = useQueryClient();
  const { write, isPending, failure } = useWrite('cancelPendingChange', {
    place: 'alert',
    failure: (message) => `The change could not be canceled: ${message}`,
    onSuccess: () => refresh(client, slug, 'subscription'),
    // It may have gone through, or been canceled by somebody else: the page shows how it stands.
    onFailure: () => void refresh(client, slug, 'subscription'),
  });
  const cancel = async () => {
    const { key } = attemptAt(slug, action, intentOf(secret));
    const result = await write({ params: { slug }, idempotencyKey: key });
    settleAttempt(slug, action);
    if (result === null) return;
    forgetChange(slug);
    toast({ message: 'The change was canceled. Nothing was charged.', severity: 'success', durationMs: toastDurations.short });
    onClose();
  };
  return (
    <AlertDialog
      isOpen
      onOpenChange={onClose}
      title="Cancel the change of your plan?"
      description="The payment that waits is called off, nothing is charged, and your plan stays as it is."
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
