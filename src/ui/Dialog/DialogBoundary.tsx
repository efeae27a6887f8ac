import type { ReactNode } from 'react';
import { ErrorBoundary } from '#ui/SectionError/ErrorBoundary.tsx';
import { uiTexts } from '#ui/texts.ts';
import { Dialog } from './Dialog.tsx';

export interface DialogBoundaryProps {
  /** Title of the dialog. */
  title: string;
  /** For dialogs that stay mounted while closed. */
  isOpen?: boolean;
  onClose: () => void;
  /** Component that renders the dialog and contains the hooks that pay. */
  children: ReactNode;
}

/**
 * If the component that renders the payment dialog throws, shows the failure and the state of the payment in a dialog with the same title.
 * The boundary inside `Dialog` catches only errors of its content.
 */
export function DialogBoundary({ title, isOpen = true, onClose, children }: DialogBoundaryProps) {
  return (
    <ErrorBoundary
      subject={title}
      message={uiTexts.partBroken}
      mayPay
      renderAround={(failure) => (
        <Dialog isOpen={isOpen} onOpenChange={onClose} title={title} isDismissable={false}>
          {failure}
        </Dialog>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
