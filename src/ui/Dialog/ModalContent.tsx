import { useCallback, useEffect, useId, useRef } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { supportAddress } from '#lib/help-addresses.ts';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { IconButton } from '#ui/IconButton/IconButton.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { texts } from '#ui/texts.ts';
import { forgetTransitions } from './forget-transitions.ts';
import type { ModalFrameOptions, ModalFrameProps } from './ModalFrame.tsx';
import { returnFocus } from './return-focus.ts';
import { useBusyAnnouncement } from './use-busy-announcement.ts';
import styles from './Dialog.module.css';

export interface ModalContentProps
  extends Omit<ModalFrameProps, 'isOpen' | 'onOpenChange' | 'isDismissable' | 'isInAddress'>, ModalFrameOptions {
  busyMessage: string | null;
  isSteppedAside: boolean;
  onClose: () => void;
}

/** What is inside a modal: heading, close button, description, the busy words, help at the foot as on the page, an announcer. */
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
  // and screen readers would say the name twice. It is at the heading: of a focused dialog Orca reads all the text in one
  // breath and never says that it is a dialog.
  const receiveFocus = useCallback((heading: HTMLElement | null) => {
    // A control that asked for the focus has it already.
    const dialog = heading?.closest('section');
    if (!dialog?.contains(document.activeElement)) heading?.focus({ preventScroll: true });
    return () => {
      returnFocus(() => fallback.current?.() ?? null);
      forgetTransitions();
    };
  }, []);

  useEffect(() => {
    if (!isSteppedAside) return;
    focusedBefore.current = document.activeElement;
    return () => {
      const control = focusedBefore.current;
      if (control instanceof HTMLElement && control.isConnected) requestAnimationFrame(() => control.focus());
    };
  }, [isSteppedAside]);

  const titleId = `${id}-title`;
  // Over another dialog, React Aria takes the focus back for the lower one until it knows of this one, which it then
  // focuses as a whole. What is asked starts on its first answer.
  useEffect(() => {
    const heading = document.getElementById(titleId);
    const at = document.activeElement;
    if (heading && at?.contains(heading))
      (heading.closest('[role=alertdialog]')?.querySelector<HTMLElement>(`.${styles.actions} button`) ?? heading).focus({
        preventScroll: true,
      });
  }, [titleId]);

  return (
    <AriaDialog
      role={role}
      aria-labelledby={titleId}
      {...(description !== undefined && { 'aria-describedby': `${id}-description` })}
      className={styles.dialog ?? ''}
    >
      <div className={styles.head}>
        <h2 ref={receiveFocus} id={titleId} tabIndex={-1} className={styles.title}>
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
      <p className={styles.help}>
        <TextLink href={supportAddress}>{texts.support}</TextLink>
      </p>
      <Announcer isInDialog />
    </AriaDialog>
  );
}
