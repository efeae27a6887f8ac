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
  /** The component that renders the dialog, with the hooks that pay. */
  children: ReactNode;
}

/**
 * Keeps the dialog of a payment if the component around the dialog throws: the failure and the state of the payment appear in a dialog of
 * the same title. The boundary inside `Dialog` covers only its content.
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
