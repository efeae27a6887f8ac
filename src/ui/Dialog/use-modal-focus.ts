import { useCallback, useEffect, useRef } from 'react';
import { focusPlace } from '#lib/browser/focus-place.ts';
import styles from './Dialog.module.css';

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

interface ModalFocusOptions {
  readonly titleId: string;
  readonly role: 'dialog' | 'alertdialog';
  readonly isSteppedAside: boolean;
  readonly returnFocusTo: (() => HTMLElement | null) | undefined;
}

/** Brings the focus into a dialog, back to it after it stepped aside, and back to the page. @returns the ref of the heading */
export function useModalFocus({ titleId, role, isSteppedAside, returnFocusTo }: ModalFocusOptions) {
  const lastFocused = useRef<HTMLElement | null>(null);
  const fallback = useRef(returnFocusTo);
  useEffect(() => {
    fallback.current = returnFocusTo;
  }, [returnFocusTo]);

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
  return receiveFocus;
}
