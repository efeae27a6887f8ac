import { useRef, type MouseEvent, type PointerEvent } from 'react';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { ModalContent, type ModalFrameOptions, type ModalFrameProps } from './ModalContent.tsx';
import { useHistorySteps } from './use-history-steps.ts';
import { usePageBehind } from './use-page-behind.ts';
import styles from './Dialog.module.css';

/**
 * For what lies around a modal: a press that begins and ends there. One that begins inside, as when words are selected with the
 * mouse, is none.
 */
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

/** What dialogs and side panels share. */
export function ModalFrame({
  isOpen,
  onOpenChange,
  busyMessage = null,
  isDismissable = true,
  isSteppedAside = false,
  isInAddress = false,
  isWide = false,
  ...content
}: ModalFrameProps & ModalFrameOptions) {
  const isBusy = busyMessage !== null;
  usePageBehind(isOpen && !isSteppedAside);
  const outside = usePressOutside(() => onOpenChange(false));
  useHistorySteps({ isOpen, isBusy, isInAddress, onClose: () => onOpenChange(false) });
  return (
    <ModalOverlay
      // React Aria keeps an exiting overlay in the page without its trap: exactly what stepping aside needs.
      isOpen={isOpen && !isSteppedAside}
      isExiting={isOpen && isSteppedAside}
      onOpenChange={(next) => !isBusy && onOpenChange(next)}
      isKeyboardDismissDisabled={isBusy}
      // Not React Aria's own: with it comes a hidden "Dismiss" button, beside a Close that is there already.
      {...(isDismissable && !isBusy && outside)}
      className={styles.overlay ?? ''}
      data-placement={content.placement}
      data-stepped-aside={isSteppedAside || undefined}
    >
      <Modal className={styles.modal ?? ''} data-placement={content.placement} data-wide={isWide || undefined}>
        <ModalContent {...content} busyMessage={busyMessage} isSteppedAside={isSteppedAside} onClose={() => onOpenChange(false)} />
      </Modal>
    </ModalOverlay>
  );
}
