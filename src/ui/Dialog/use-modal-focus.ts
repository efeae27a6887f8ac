import { useCallback, useEffect, useRef } from 'react';
import { focusPlace } from '#lib/browser/focus-place.ts';
import styles from './Dialog.module.css';

/** Returns true if no element has the focus. A focused frame does not match `:focus`, so it is checked separately. */
const isLost = (): boolean => document.querySelector(':focus') === null && document.activeElement?.tagName !== 'IFRAME';

/**
 * If no element has the focus after a dialog was closed, focuses the given element. If that fails, focuses the heading of the dialog below.
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

/**
 * Moves the focus into a dialog when it opens, and when it reappears after a challenge. Moves the focus back when the dialog closes.
 * @returns ref callback of the heading
 */
export function useModalFocus({ titleId, role, isSteppedAside, returnFocusTo }: ModalFocusOptions) {
  const lastFocused = useRef<HTMLElement | null>(null);
  const fallback = useRef(returnFocusTo);
  useEffect(() => {
    fallback.current = returnFocusTo;
  }, [returnFocusTo]);

  // Focuses the heading, because React Aria would focus the dialog 500 ms later, and Orca reads the whole text of a focused dialog.
  const receiveFocus = useCallback((heading: HTMLElement | null) => {
    // If a control with autofocus already has the focus, the heading does not get the focus.
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

  // Focuses the last focused control after a challenge, because the challenge may have taken the focus before the dialog was hidden.
  useEffect(() => {
    if (!isSteppedAside) return;
    return () => {
      const control = lastFocused.current;
      if (control?.isConnected) requestAnimationFrame(() => focusPlace(control));
    };
  }, [isSteppedAside]);

  // React Aria first focuses the whole dialog. This moves the focus to the heading, or to the first answer of an alert dialog.
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
