import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { supportAddress } from '#lib/addresses.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { ErrorBoundary } from '#ui/SectionError/ErrorBoundary.tsx';
import { IconButton } from '#ui/IconButton/IconButton.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { uiTexts } from '#ui/texts.ts';
import { announcePassing, withdrawPassing } from '#ui/Announcer/announce.ts';
import { DialogBusyContext } from './dialog-busy.ts';
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

/** A frame that holds the focus does not match `:focus`. */
const isLost = (): boolean => document.querySelector(':focus') === null && document.activeElement?.tagName !== 'IFRAME';

/**
 * After a dialog is gone React Aria gives focus back to what opened it. If that is gone too, focus would be lost to the
 * body; then it goes to the given place, and where that is behind another dialog or there is none, to that dialog's heading.
 */
function returnFocus(getPlace: () => HTMLElement | null): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (isLost()) focusPlace(getPlace());
      if (isLost()) focusPlace([...document.querySelectorAll<HTMLElement>('[role=dialog] h2')].at(-1));
    }),
  );
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
  const lastFocused = useRef<HTMLElement | null>(null);
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
    const recordFocus = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement) lastFocused.current = target;
    };
    dialog?.addEventListener('focusin', recordFocus);
    if (!dialog?.contains(document.activeElement)) focusPlace(heading, { preventScroll: true });
    return () => {
      dialog?.removeEventListener('focusin', recordFocus);
      returnFocus(() => fallback.current?.() ?? null);
    };
  }, []);

  // Not what has the focus when the dialog steps aside: what it makes room for may have taken it by then.
  useEffect(() => {
    if (!isSteppedAside) return;
    return () => {
      const control = lastFocused.current;
      if (control?.isConnected) requestAnimationFrame(() => focusPlace(control));
    };
  }, [isSteppedAside]);

  const titleId = `${id}-title`;
  // Over another dialog, React Aria takes the focus back for the lower one until it knows of this one, which it then
  // focuses as a whole. What is asked starts on its first answer.
  useEffect(() => {
    const heading = document.getElementById(titleId);
    const at = document.activeElement;
    if (heading && at?.contains(heading))
      focusPlace((role === 'alertdialog' && at.querySelector<HTMLElement>(`.${styles.actions} button`)) || heading, {
        preventScroll: true,
      });
  }, [titleId, role]);

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
