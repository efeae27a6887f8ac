import type { ReactNode } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { DialogActions } from '#ui/Dialog/Dialog.tsx';
import { ModalFrame } from '#ui/Dialog/ModalFrame.tsx';
import type { ModalFrameOptions, ModalFrameProps } from '#ui/Dialog/ModalContent.tsx';
import { uiTexts } from '#ui/texts.ts';

export interface AlertDialogProps extends Omit<ModalFrameProps, 'title' | 'children' | 'isDismissable'>, Pick<ModalFrameOptions, 'isWide'> {
  title: string;
  /** Text that describes the consequences of confirming. */
  description: string;
  actionLabel: string;
  cancelLabel: string;
  onAction: () => void;
  variant?: 'primary' | 'danger';
  /** Answer that has the initial focus. Use 'action' only if the user opened the dialog to run this action. */
  initialFocus?: 'cancel' | 'action';
  unavailableReason?: string | undefined;
  /** Details to read before deciding. After a failure, also the error. */
  children?: ReactNode;
}

/** By default, the safe answer has the focus first. Both answers stay visible. */
export function AlertDialog({
  actionLabel,
  cancelLabel,
  onAction,
  variant = 'primary',
  initialFocus = 'cancel',
  unavailableReason,
  children,
  ...frame
}: AlertDialogProps) {
  const isBusy = frame.busyMessage != null;
  return (
    <ModalFrame {...frame} placement="center" role="alertdialog" isDismissable={false} hasCloseButton={false}>
      {children}
      <DialogActions>
        <Button
          autoFocus={initialFocus === 'cancel'}
          onPress={() => frame.onOpenChange(false)}
          unavailableReason={isBusy ? uiTexts.busyReason : undefined}
        >
          {cancelLabel}
        </Button>
        <Button
          autoFocus={initialFocus === 'action'}
          variant={variant}
          onPress={onAction}
          isPending={isBusy}
          pendingMessage={null}
          unavailableReason={unavailableReason}
        >
          {actionLabel}
        </Button>
      </DialogActions>
    </ModalFrame>
  );
}
