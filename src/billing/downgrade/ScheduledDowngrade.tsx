import { useState } from 'react';
import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { formatDate } from '#lib/dates/format.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { refreshReads } from '#billing/shared/data/refresh.ts';
import { useCapabilities, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';

export interface ScheduledDowngradeProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly planName: string;
  /** Time of the downgrade in Unix seconds. */
  readonly at: number;
  readonly returnFocusTo?: () => HTMLElement | null;
}

export function ScheduledDowngrade({ isOpen, onClose, planName, at, returnFocusTo }: ScheduledDowngradeProps) {
  const slug = useSlug();
  const canUndo = useCapabilities()?.includes('pending-change') ?? false;
  const [key] = useState(() => crypto.randomUUID());
  const { write, isPending, failure } = useWrite('cancelPendingChange', {
    failure: (message) => `The downgrade couldn't be canceled: ${message}`,
    place: 'alert',
    onSuccess: (_, __, client) => refreshReads(client, slug, 'subscription'),
  });
  const undo = async () => {
    const result = await write({ params: { slug }, idempotencyKey: key });
    if (!result.ok) return;
    toast({ message: `This organization stays on the ${planName} Plan`, severity: 'success', durationMs: toastDurations.short });
    onClose();
  };
  return (
    <AlertDialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={`${texts.undoDowngrade} to the Free Plan?`}
      description={`This organization changes to the Free Plan on ${formatDate(at)}. Until then you can undo the downgrade.`}
      actionLabel={`Stay on the ${planName} Plan`}
      cancelLabel="Leave it scheduled"
      onAction={() => void undo()}
      busyMessage={isPending ? 'Canceling the downgrade...' : null}
      unavailableReason={canUndo ? undefined : 'Contact support to undo the downgrade.'}
      {...(returnFocusTo && { returnFocusTo })}
    >
      {failure && <FailureNote message={failure.message} error={failure.error} />}
    </AlertDialog>
  );
}
