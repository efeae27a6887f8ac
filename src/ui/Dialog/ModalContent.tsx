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
  /** Accessible name if the title is long. Orca repeats it before each heading and table cell that its keys move to. */
  shortName?: string | undefined;
  children: ReactNode;
  /** Message during work that must not be interrupted. It is shown and announced, and the dialog can't be closed until it is null. */
  busyMessage?: string | null;
  /** True if a press outside closes the idle dialog. False if typed text would be lost. */
  isDismissable?: boolean;
  /** True while a bank or captcha challenge is open: hides the dialog and frees the page, but keeps its content. */
  isSteppedAside?: boolean;
  /** True if the open state is in the URL, so that Back closes the dialog. Otherwise Back is intercepted to close it. */
  isInAddress?: boolean;
  /** Focus target on close if the opener no longer exists. */
  returnFocusTo?: () => HTMLElement | null;
}

export interface ModalFrameOptions {
  placement: 'center' | 'side';
  /** Side panel wide enough for four columns. */
  isWide?: boolean | undefined;
  /** Side panel for one form. */
  isNarrow?: boolean | undefined;
  role: 'dialog' | 'alertdialog';
  description?: string;
  hasCloseButton?: boolean;
}

export const STILL_WORKING_AFTER_MS = 10_000;

/** Announces the message when a wait begins, and repeats it during the wait, because pending buttons are silent. */
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

/** Time in which a screen reader on a busy machine has asked for the role of a new dialog. */
const LATE_ROLE_MS = 300;

/** Sets the role only after the focus is inside. Browsers report a new alert dialog as an alert, so it would be read twice. */
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
