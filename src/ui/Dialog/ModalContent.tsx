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
  title: string;
  /** Short accessible name for a long title. Orca repeats the name before each heading and table cell that the user moves to. */
  shortName?: string | undefined;
  children: ReactNode;
  /** Message that is shown and announced during work that must not be interrupted. While there is a message, the dialog can't be closed. */
  busyMessage?: string | null;
  /** True if a press outside closes the dialog while it is not busy. Use false if the user would lose typed text. */
  isDismissable?: boolean;
  /** True while a bank or captcha challenge is open. The dialog is then hidden and the page is not inert, but the content is kept. */
  isSteppedAside?: boolean;
  /** True if the open state is in the URL, so that Back closes the dialog. If false, the dialog intercepts Back and closes. */
  isInAddress?: boolean;
  /** Returns the element to focus on close if the element that opened the dialog no longer exists. */
  returnFocusTo?: () => HTMLElement | null;
}

export interface ModalFrameOptions {
  placement: 'center' | 'side';
  /** True for a side panel that is wide enough for four columns, and for a dialog that compares two columns. */
  isWide?: boolean | undefined;
  /** True for a side panel that contains only a form. */
  isNarrow?: boolean | undefined;
  role: 'dialog' | 'alertdialog';
  description?: string;
  hasCloseButton?: boolean;
}

export const STILL_WORKING_AFTER_MS = 10_000;

/** Announces the message when work begins, and repeatedly during the work, because screen readers do not announce pending buttons. */
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

/** Time in milliseconds in which a screen reader reads the role of a new dialog, also on a busy machine. */
const LATE_ROLE_MS = 1000;

/**
 * Sets the role after the focus has moved inside. Otherwise browsers would report an alert dialog also as an alert, and it would be read
 * twice.
 */
function useLateRole(role: ModalFrameOptions['role']): ModalFrameOptions['role'] {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_ROLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? role : 'dialog';
}

export interface ModalContentProps
  extends Omit<ModalFrameProps, 'isOpen' | 'onOpenChange' | 'isDismissable' | 'isInAddress'>, ModalFrameOptions {
  busyMessage: string | null;
  isSteppedAside: boolean;
  onClose: () => void;
}

export function ModalContent({
  title,
  shortName,
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
      {...(shortName === undefined ? { 'aria-labelledby': titleId } : { 'aria-label': shortName })}
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
