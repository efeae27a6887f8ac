import { useCallback, useEffect, useRef } from 'react';
import { focusPlace } from '#lib/browser/focus-place.ts';
import styles from './Dialog.module.css';

/** True if no element has the focus. A focused frame counts, although it does not match `:focus`. */
const isLost = (): boolean => document.querySelector(':focus') === null && document.activeElement?.tagName !== 'IFRAME';

/** If the opener of a closed dialog no longer exists, focuses the given element, else the heading of the dialog below. */
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

/** Moves the focus into a dialog, back into it after a challenge, and back to the page on close. @returns ref callback of the heading */
export function useModalFocus({ titleId, role, isSteppedAside, returnFocusTo }: ModalFocusOptions) {
  const lastFocused = useRef<HTMLElement | null>(null);
  const fallback = useRef(returnFocusTo);
  useEffect(() => {
    fallback.current = returnFocusTo;
  }, [returnFocusTo]);

  // Focuses the heading: React Aria would refocus the dialog after 500 ms, and Orca reads the whole text of a focused dialog.
  const receiveFocus = useCallback((heading: HTMLElement | null) => {
    // A control with autofocus already has the focus.
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

  // Restores the recorded focus, because the challenge may already have the focus when the dialog is hidden.
  useEffect(() => {
    if (!isSteppedAside) return;
    return () => {
      const control = lastFocused.current;
      if (control?.isConnected) requestAnimationFrame(() => focusPlace(control));
    };
  }, [isSteppedAside]);

  // React Aria focuses the whole dialog when it registers the dialog. Moves the focus to the heading, or to an alert's first answer.
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
