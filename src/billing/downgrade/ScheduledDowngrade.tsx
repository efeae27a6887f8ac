import { useState } from 'react';
import { formatDate } from '#lib/dates/format.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { FailureNote } from '#billing/shared/FailureNote.tsx';
import { refresh } from '#billing/shared/refresh.ts';
import { useCapabilities } from '#billing/shared/use-capabilities.ts';
import { useSlug } from '#billing/shared/use-organization.ts';
import { useWrite } from '#billing/shared/write.ts';

export interface ScheduledDowngradeProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Name of the plan that is left. */
  readonly planName: string;
  /** Unix seconds. */
  readonly at: number;
  readonly returnFocusTo?: () => HTMLElement | null;
}

/** A move to Free that waits for the end of the cycle: when it happens, and a way to take it back. */
export function ScheduledDowngrade({ isOpen, onClose, planName, at, returnFocusTo }: ScheduledDowngradeProps) {
  const slug = useSlug();
  const canTakeBack = useCapabilities()?.includes('pending-change') ?? false;
  const [key] = useState(() => crypto.randomUUID());
  const { write, isPending, failure } = useWrite('cancelPendingChange', {
    failure: (message) => `The change could not be taken back: ${message}`,
    place: 'alert',
    onSuccess: (_, __, client) => refresh(client, slug, 'subscription'),
  });
  const takeBack = async () => {
    if ((await write({ params: { slug }, idempotencyKey: key })) === null) return;
    toast({ message: `This organization stays on the ${planName} Plan`, severity: 'success', durationMs: toastDurations.short });
    onClose();
  };
  return (
    <AlertDialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title="Take back the change to the Free Plan?"
      description={`This organization changes to the Free Plan on ${formatDate(at)}. Until then you can take that back.`}
      actionLabel={`Stay on the ${planName} Plan`}
      cancelLabel="Leave it scheduled"
      onAction={() => void takeBack()}
      busyMessage={isPending ? 'Taking the change back...' : null}
      unavailableReason={canTakeBack ? undefined : 'Contact support to take this change back.'}
      {...(returnFocusTo && { returnFocusTo })}
    >
      {failure && <FailureNote message={failure.message} error={failure.error} />}
    </AlertDialog>
  );
}
