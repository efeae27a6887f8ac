import { useRef, type ReactNode } from 'react';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { ModalContent } from './ModalContent.tsx';
import { useHistorySteps } from './use-history-steps.ts';
import { usePageBehind } from './use-page-behind.ts';
import styles from './Dialog.module.css';

export interface ModalFrameProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The heading, which names the dialog. */
  title: string;
  children: ReactNode;
  /** Set while something runs that must not be walked away from: spoken, shown, and nothing closes until it is null again. */
  busyMessage?: string | null;
  /** Whether a press outside closes it while idle. Turn it off where typed words would be lost. */
  isDismissable?: boolean;
  /**
   * While a challenge of the bank or the captcha is open beside the dialog: the dialog is hidden, lets focus go and
   * leaves the page reachable, but keeps what it holds. Focus comes back with it.
   */
  isSteppedAside?: boolean;
  /** Whether the address says that it is open, so that Back closes it by itself. Of any other, Back is made to close it. */
  isInAddress?: boolean;
  /** Where focus goes on closing if what opened the dialog is gone by then. */
  returnFocusTo?: () => HTMLElement | null;
}

export interface ModalFrameOptions {
  placement: 'center' | 'side';
  role: 'dialog' | 'alertdialog';
  description?: string;
  hasCloseButton?: boolean;
}

/** What dialogs and side panels share. */
export function ModalFrame({
  isOpen,
  onOpenChange,
  busyMessage = null,
  isDismissable = true,
  isSteppedAside = false,
  isInAddress = false,
  ...content
}: ModalFrameProps & ModalFrameOptions) {
  const isBusy = busyMessage !== null;
  const modal = useRef<HTMLDivElement>(null);
  usePageBehind(modal, isOpen && !isSteppedAside);
  useHistorySteps({ isOpen, isBusy, isInAddress, onClose: () => onOpenChange(false) });
  return (
    <ModalOverlay
      // React Aria keeps an exiting overlay in the page without its trap: exactly what stepping aside needs.
      isOpen={isOpen && !isSteppedAside}
      isExiting={isOpen && isSteppedAside}
      onOpenChange={(next) => !isBusy && onOpenChange(next)}
      isDismissable={isDismissable && !isBusy}
      isKeyboardDismissDisabled={isBusy}
      className={styles.overlay ?? ''}
      data-placement={content.placement}
      data-stepped-aside={isSteppedAside || undefined}
    >
      <Modal ref={modal} className={styles.modal ?? ''} data-placement={content.placement}>
        <ModalContent {...content} busyMessage={busyMessage} isSteppedAside={isSteppedAside} onClose={() => onOpenChange(false)} />
      </Modal>
    </ModalOverlay>
  );
}
