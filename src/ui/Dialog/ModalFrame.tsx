import { useRef, type MouseEvent, type PointerEvent } from 'react';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { ModalContent, type ModalFrameOptions, type ModalFrameProps } from './ModalContent.tsx';
import { useHistorySteps } from './use-history-steps.ts';
import { usePageBehind } from './use-page-behind.ts';
import styles from './Dialog.module.css';

/** Returns handlers for presses outside the modal. A press that begins inside the modal, such as a text selection, is ignored. */
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
      // A hidden dialog counts as exiting, because React Aria keeps an exiting overlay in the page without a focus trap.
      isOpen={isOpen && !isSteppedAside}
      isExiting={isOpen && isSteppedAside}
      onOpenChange={(next) => !isBusy && onOpenChange(next)}
      isKeyboardDismissDisabled={isBusy}
      // These handlers replace React Aria's handlers, which would add a hidden "Dismiss" button next to Close.
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
