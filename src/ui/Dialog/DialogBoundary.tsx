import type { ReactNode } from 'react';
import { ErrorBoundary } from '#ui/SectionError/ErrorBoundary.tsx';
import { uiTexts } from '#ui/texts.ts';
import { Dialog } from './Dialog.tsx';

export interface DialogBoundaryProps {
  title: string;
  /** For dialogs that stay mounted while closed. */
  isOpen?: boolean;
  onClose: () => void;
  /** Component that renders the dialog and contains the hooks that pay. */
  children: ReactNode;
}

/** Catches errors of the component around `Dialog`, and shows the payment's state; the boundary inside catches only its content. */
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
