import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { watchLeaving } from './leaving.ts';

export interface LeaveGuardProps {
  /** Something was typed and not saved. */
  readonly isChanged: boolean;
  /** What would be lost: "the billing address". */
  readonly subject: string;
}

/** Asks before unsaved changes are lost by leaving the page, in whatever way. */
export function LeaveGuard({ isChanged, subject }: LeaveGuardProps) {
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => (isChanged ? watchLeaving(setAsked) : undefined), [isChanged]);
  return (
    <AlertDialog
      isOpen={asked !== null}
      onOpenChange={() => setAsked(null)}
      title="Leave without saving?"
      description={`Your changes to ${subject} have not been saved. If you leave this page now, they are lost.`}
      actionLabel="Leave page"
      cancelLabel="Stay here"
      variant="danger"
      onAction={() => {
        setAsked(null);
        if (asked !== null) navigate(asked);
      }}
    />
  );
}
