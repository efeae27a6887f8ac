import type { ReactNode } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { DialogActions } from '#ui/Dialog/Dialog.tsx';
import { ModalFrame } from '#ui/Dialog/ModalFrame.tsx';
import type { ModalFrameProps } from '#ui/Dialog/ModalContent.tsx';
import { uiTexts } from '#ui/texts.ts';

export interface AlertDialogProps extends Omit<ModalFrameProps, 'title' | 'children' | 'isDismissable'> {
  /** A question: "Delete this card?" */
  title: string;
  /** What follows from saying yes. */
  description: string;
  actionLabel: string;
  cancelLabel: string;
  onAction: () => void;
  variant?: 'primary' | 'danger';
  /** Why the action can't be taken now. */
  unavailableReason?: string | undefined;
  /** More to read before deciding, and the message when it failed. */
  children?: ReactNode;
}

/**
 * Asks before something that is hard to take back. Focus starts on the harmless answer. The answers stay in sight however long
 * the question is, so it is shown from its first word on.
 */
export function AlertDialog({
  actionLabel,
  cancelLabel,
  onAction,
  variant = 'primary',
  unavailableReason,
  children,
  ...frame
}: AlertDialogProps) {
  const isBusy = frame.busyMessage != null;
  return (
    <ModalFrame {...frame} placement="center" role="alertdialog" isDismissable={false} hasCloseButton={false}>
      {children}
      <DialogActions>
        <Button autoFocus onPress={() => frame.onOpenChange(false)} unavailableReason={isBusy ? uiTexts.busyReason : undefined}>
          {cancelLabel}
        </Button>
        <Button variant={variant} onPress={onAction} isPending={isBusy} pendingMessage={null} unavailableReason={unavailableReason}>
          {actionLabel}
        </Button>
      </DialogActions>
    </ModalFrame>
  );
}
