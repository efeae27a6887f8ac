import { useCallback, useEffect, useId, useRef } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { IconButton } from '#ui/IconButton/IconButton.tsx';
import { texts } from '#ui/texts.ts';
import type { ModalFrameOptions, ModalFrameProps } from './ModalFrame.tsx';
import { returnFocus } from './return-focus.ts';
import { useBusyAnnouncement } from './use-busy-announcement.ts';
import styles from './Dialog.module.css';

export interface ModalContentProps extends Omit<ModalFrameProps, 'isOpen' | 'onOpenChange' | 'isDismissable'>, ModalFrameOptions {
  busyMessage: string | null;
  isSteppedAside: boolean;
  onClose: () => void;
}

/** What is inside a modal: heading, close button, description, the busy words, and an announcer of its own. */
export function ModalContent({
  title,
  children,
  busyMessage,
  isSteppedAside,
  returnFocusTo,
  role,
  description,
  hasCloseButton = true,
  onClose,
}: ModalContentProps) {
  const id = useId();
  const focusedBefore = useRef<Element | null>(null);
  const fallback = useRef(returnFocusTo);
  useEffect(() => {
    fallback.current = returnFocusTo;
  }, [returnFocusTo]);
  useBusyAnnouncement(busyMessage);

  // Focus is here before React Aria looks for it; left to itself it would blur and focus the dialog again after 500 ms,
  // and screen readers would say the name twice.
  const receiveFocus = useCallback((dialog: HTMLElement | null) => {
    dialog?.focus({ preventScroll: true });
    return () => returnFocus(() => fallback.current?.() ?? null);
  }, []);

  useEffect(() => {
    if (!isSteppedAside) return;
    focusedBefore.current = document.activeElement;
    return () => {
      const control = focusedBefore.current;
      if (control instanceof HTMLElement && control.isConnected) requestAnimationFrame(() => control.focus());
    };
  }, [isSteppedAside]);

  return (
    <AriaDialog
      ref={receiveFocus}
      role={role}
      aria-labelledby={`${id}-title`}
      {...(description !== undefined && { 'aria-describedby': `${id}-description` })}
      className={styles.dialog ?? ''}
    >
      <div className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        {hasCloseButton && (
          <IconButton
            label={texts.close}
            icon="close"
            onPress={onClose}
            unavailableReason={busyMessage === null ? undefined : texts.busyReason}
          />
        )}
      </div>
      {description !== undefined && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      {children}
      {busyMessage !== null && (
        <p className={styles.busy} aria-hidden="true">
          {busyMessage}
        </p>
      )}
      <Announcer isInDialog />
    </AriaDialog>
  );
}
