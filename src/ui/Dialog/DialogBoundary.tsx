import type { ReactNode } from 'react';
import { ErrorBoundary } from '#ui/SectionError/ErrorBoundary.tsx';
import { uiTexts } from '#ui/texts.ts';
import { Dialog } from './Dialog.tsx';

export interface DialogBoundaryProps {
  title: string;
  isOpen?: boolean;
  onClose: () => void;
  /** Component that renders the `Dialog` and calls the hooks for payments. */
  children: ReactNode;
}

/**
 * Catches errors of the component that renders a `Dialog`, because the `Dialog` catches only errors of its content. Below the error, the
 * status of an open payment is shown.
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
