import { useEffect, useId, useState, type ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { supportAddress } from '#lib/addresses.ts';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { ErrorBoundary } from '#ui/SectionError/ErrorBoundary.tsx';
import { IconButton } from '#ui/IconButton/IconButton.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { uiTexts } from '#ui/texts.ts';
import { announcePassing, withdrawPassing } from '#ui/Announcer/announce.ts';
import { DialogBusyContext } from './dialog-busy.ts';
import { useModalFocus } from './use-modal-focus.ts';
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
  /** A side panel with room for four columns. */
  isWide?: boolean | undefined;
  role: 'dialog' | 'alertdialog';
  description?: string;
  hasCloseButton?: boolean;
}

/** After this long the wait is spoken again. */
export const STILL_WORKING_AFTER_MS = 10_000;

/** Speaks the message when a wait begins and, while it lasts, that it still does. Pending buttons alone say nothing. */
function useBusyAnnouncement(message: string | null) {
  useEffect(() => {
    if (message === null) return;
    announcePassing(message);
    const timer = setInterval(() => announcePassing(uiTexts.stillWorking(message)), STILL_WORKING_AFTER_MS);
    return () => {
      clearInterval(timer);
      withdrawPassing();
    };
  }, [message]);
}

/**
 * The role once the focus is in it. What comes as an alert dialog, browsers tell screen readers of as an alert, and it is read out
 * twice: as that, and for the focus in it.
 */
function useLateRole(role: ModalFrameOptions['role']): ModalFrameOptions['role'] {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => setLate(true))));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isLate ? role : 'dialog';
}

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
  const titleId = `${id}-title`;
  useBusyAnnouncement(busyMessage);
  const receiveFocus = useModalFocus({ titleId, role, isSteppedAside, returnFocusTo });
  return (
    <AriaDialog
      role={useLateRole(role)}
      data-question={role === 'alertdialog' || undefined}
      aria-labelledby={titleId}
      {...(description !== undefined && { 'aria-describedby': `${id}-description` })}
      className={styles.dialog ?? ''}
    >
      <div className={styles.head}>
        <h2 ref={receiveFocus} id={titleId} className={styles.title}>
          {title}
        </h2>
        {hasCloseButton && (
          <IconButton
            label={uiTexts.close}
            icon="close"
            onPress={onClose}
            unavailableReason={busyMessage === null ? undefined : uiTexts.busyReason}
          />
        )}
      </div>
      {description !== undefined && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      <DialogBusyContext value={busyMessage !== null}>
        <ErrorBoundary subject={title} message={uiTexts.partBroken} mayPay>
          {children}
        </ErrorBoundary>
      </DialogBusyContext>
      {busyMessage !== null && (
        <p className={styles.busy} aria-hidden="true">
          {busyMessage}
        </p>
      )}
      <p className={styles.help}>
        <TextLink href={supportAddress}>{uiTexts.support}</TextLink>
      </p>
      <Announcer isInDialog />
    </AriaDialog>
  );
}
