import { useRef, type MouseEvent, type PointerEvent } from 'react';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { ModalContent, type ModalFrameOptions, type ModalFrameProps } from './ModalContent.tsx';
import { useHistorySteps } from './use-history-steps.ts';
import { usePageBehind } from './use-page-behind.ts';
import styles from './Dialog.module.css';

/** Handlers for presses that begin and end outside the modal. A press that begins inside, such as a text selection, does not count. */
function usePressOutside(onPress: () => void) {
  const beganOutside = useRef(false);
  const isOutside = ({ target, currentTarget }: MouseEvent) => target === currentTarget;
  return {
    onPointerDown(event: PointerEvent) {
      beganOutside.current = event.button === 0 && isOutside(event);
    },
    onClick(event: MouseEvent) {
      if (beganOutside.current && isOutside(event)) onPress();
      beganOutside.current = false;
    },
  };
}

export function ModalFrame({
  isOpen,
  onOpenChange,
  busyMessage = null,
  isDismissable = true,
  isSteppedAside = false,
  isInAddress = false,
  isWide = false,
  isNarrow = false,
  ...content
}: ModalFrameProps & ModalFrameOptions) {
  const isBusy = busyMessage !== null;
  usePageBehind(isOpen && !isSteppedAside);
  const outside = usePressOutside(() => onOpenChange(false));
  useHistorySteps({ isOpen, isBusy, isInAddress, onClose: () => onOpenChange(false) });
  return (
    <ModalOverlay
      // When closing, React Aria keeps the overlay in the page without its focus trap, which is also needed while the dialog is hidden.
      isOpen={isOpen && !isSteppedAside}
      isExiting={isOpen && isSteppedAside}
      onOpenChange={(next) => !isBusy && onOpenChange(next)}
      isKeyboardDismissDisabled={isBusy}
      // Replaces React Aria's handling, which adds a hidden "Dismiss" button next to Close.
      {...(isDismissable && !isBusy && outside)}
      className={styles.overlay ?? ''}
      data-placement={content.placement}
      data-stepped-aside={isSteppedAside || undefined}
    >
      <Modal
        className={styles.modal ?? ''}
        data-placement={content.placement}
        data-wide={isWide || undefined}
        data-narrow={isNarrow || undefined}
      >
        <ModalContent {...content} busyMessage={busyMessage} isSteppedAside={isSteppedAside} onClose={() => onOpenChange(false)} />
      </Modal>
    </ModalOverlay>
  );
}
